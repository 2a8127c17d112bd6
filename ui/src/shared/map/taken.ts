/** Rectangles on a map that names keep clear of. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const CELL_PX = 64;

export class Taken {
  readonly #cells = new Map<string, Rect[]>();

  take(rect: Rect): void {
    this.#eachCell(rect, (key) => {
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [rect]);
      else cell.push(rect);
      return true;
    });
  }

  isFree(rect: Rect): boolean {
    return this.#eachCell(rect, (key) => !(this.#cells.get(key) ?? []).some((other) => touch(rect, other)));
  }

  /** Stops where `visit` says so, and returns whether it never did. */
  #eachCell({ left, top, right, bottom }: Rect, visit: (key: string) => boolean): boolean {
    const cell = (px: number) => Math.floor(px / CELL_PX);
    for (let x = cell(left); x <= cell(right); x += 1) {
      for (let y = cell(top); y <= cell(bottom); y += 1) {
        if (!visit(`${x} ${y}`)) return false;
      }
    }
    return true;
  }
}

function touch(one: Rect, other: Rect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

export function grown({ left, top, right, bottom }: Rect, by: number): Rect {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

export function isWithin(one: Rect, other: Rect): boolean {
  return (
    one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom
  );
}
