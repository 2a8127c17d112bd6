import { Anchor } from '@mantine/core';
import classes from './MapFrame.module.css';

const OSM = 'OpenStreetMap';
const OSM_COPYRIGHT = 'https://www.openstreetmap.org/copyright';

/** The credit line of the built-in map. */
export const GROUND_CREDIT = 'Census Bureau, GeoNames';

/** The credit line of the tiles: text from the configuration; OpenStreetMap's name links to its terms. */
export function Attribution({ text }: { text: string }) {
  if (text === '') return null;
  const [before = '', ...rest] = text.split(OSM);
  const named = rest.length > 0;
  return (
    <p className={classes.attribution}>
      {before}
      {named ? (
        <Anchor href={OSM_COPYRIGHT} target="_blank" rel="noreferrer" underline="always" inherit>
          {OSM}
        </Anchor>
      ) : null}
      {rest.join(OSM)}
    </p>
  );
}
