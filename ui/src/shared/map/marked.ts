/** Which businesses stand out, on the map and in the list alike. */
export interface Marked {
  /** Its popup is open. */
  selected: string | null;
  /** The pointer is over it, here or in a table that shows the same. */
  hovered: string | null;
}
