/** A made-up listing: breweries that exist nowhere, in two cities of Oregon and one of Washington. */
const STREETS = ['Alder St', 'Birch Ave', 'Cedar Way'];

/** As many rows per city as asked for, each name told apart by its number. */
export function madeUpListing(perCity) {
  const lines = ['name,address,city,state,zip,phone,website,latitude,longitude'];
  for (const { city, state, count, latitude, longitude } of perCity) {
    for (let index = 1; index <= count; index += 1) {
      const number = String(index).padStart(4, '0');
      lines.push(
        [
          `${city} Test Brewing ${number}`,
          `${index} ${STREETS[index % STREETS.length]}`,
          city,
          state,
          '97000',
          `503-555-${number}`,
          `brewery${number}.example`,
          (latitude + index / 10_000).toFixed(5),
          (longitude - index / 10_000).toFixed(5),
        ].join(','),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

export const PORTLAND = { city: 'Portland', state: 'OR', latitude: 45.52, longitude: -122.67 };
export const BEND = { city: 'Bend', state: 'OR', latitude: 44.05, longitude: -121.31 };
export const SEATTLE = { city: 'Seattle', state: 'WA', latitude: 47.6, longitude: -122.33 };
