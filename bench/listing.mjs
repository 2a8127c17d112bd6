// A made-up listing of a size that is asked for: florists around the cities of Texas, whose facts are those of the
// starter pack.
import { readCities } from './product.mjs';

const CITIES = 400;

export const TERM = 'florist';
export const STATE = 'TX';

const names = new Set();

/** Where they are. */
export const cities = readCities()
  .filter(({ name, state }) => state === STATE && /^[A-Z][a-z]{4,}$/.test(name) && !names.has(name) && names.add(name))
  .slice(0, CITIES);

/** So many of them, as CSV. */
export function listing(rows) {
  const lines = ['name,category,address,city,state,lat,lon'];
  for (let row = 0; row < rows; row += 1) {
    const { name, latitude, longitude } = cities[row % cities.length];
    const lat = (latitude + ((row % 397) - 198) / 8_000).toFixed(5);
    const lon = (longitude + ((row % 211) - 105) / 6_000).toFixed(5);
    lines.push(`Made Up Florist ${row},florist,${row} Example Street,${name},${STATE},${lat},${lon}`);
  }
  return `${lines.join('\n')}\n`;
}
