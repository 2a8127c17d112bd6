/** A made-up listing: breweries that exist nowhere, in cities of Oregon and Washington. */
const STREETS = ['Alder St', 'Birch Ave', 'Cedar Way'];
const COLUMNS = 'name,address,city,state,zip,phone,website,latitude,longitude';

export interface MadeUpCity {
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

/** A business of a listing; what is left out is an empty cell. */
export interface MadeUpBusiness {
  name: string;
  city: string;
  state: string;
  address?: string;
  zip?: string;
  phone?: string;
  website?: string;
  latitude?: number;
  longitude?: number;
}

/** A city of Oregon, made up but for its name. */
export function inOregon(city: string, latitude: number, longitude: number): MadeUpCity {
  return { city, state: 'OR', latitude, longitude };
}

export const PORTLAND: MadeUpCity = { city: 'Portland', state: 'OR', latitude: 45.52, longitude: -122.67 };
export const BEND: MadeUpCity = { city: 'Bend', state: 'OR', latitude: 44.05, longitude: -121.31 };
export const SEATTLE: MadeUpCity = { city: 'Seattle', state: 'WA', latitude: 47.6, longitude: -122.33 };

export const IN_PORTLAND = 45;
export const IN_BEND = 12;

/** This many businesses, with numbered names. */
export function businessesIn(place: MadeUpCity, count: number): MadeUpBusiness[] {
  return Array.from({ length: count }, (_, position) => {
    const index = position + 1;
    const number = String(index).padStart(4, '0');
    return {
      name: `${place.city} Test Brewing ${number}`,
      address: `${index} ${STREETS[index % STREETS.length] ?? ''}`,
      city: place.city,
      state: place.state,
      zip: '97000',
      phone: `503-555-${number}`,
      website: `brewery${number}.example`,
      latitude: Number((place.latitude + index / 10_000).toFixed(5)),
      longitude: Number((place.longitude - index / 10_000).toFixed(5)),
    };
  });
}

/** The listing as CSV, for `Server.importListing`. */
export function listingCsv(businesses: readonly MadeUpBusiness[]): string {
  const rows = businesses.map((business) =>
    [
      business.name,
      business.address,
      business.city,
      business.state,
      business.zip,
      business.phone,
      business.website,
      business.latitude,
      business.longitude,
    ]
      .map(cell)
      .join(','),
  );
  return `${[COLUMNS, ...rows].join('\n')}\n`;
}

function cell(value: string | number | undefined): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What every server of the flows holds, unless a file asks for another. */
export const HOUSE_LISTING = listingCsv([
  ...businessesIn(PORTLAND, IN_PORTLAND),
  ...businessesIn(BEND, IN_BEND),
  ...businessesIn(SEATTLE, 5),
]);
