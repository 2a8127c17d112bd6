/**
 * A real object of OpenStreetMap, as an Overpass server told of it in 2022: © OpenStreetMap contributors, ODbL 1.0,
 * https://www.openstreetmap.org/way/117767451
 */

/** Latitude and longitude of its nodes; the last is the first. */
const NODES = [
  [37.8663101, -122.3177192],
  [37.8662084, -122.3180119],
  [37.866939, -122.3182316],
  [37.8669998, -122.3181052],
  [37.8670854, -122.3180516],
  [37.8671864, -122.3180388],
  [37.8672795, -122.3181332],
  [37.8673362, -122.3182427],
  [37.8679469, -122.3182771],
  [37.8683365, -122.3179847],
  [37.8685312, -122.3174536],
  [37.8689569, -122.3150745],
  [37.868004, -122.3146722],
  [37.8677224, -122.3131567],
  [37.8652598, -122.3117191],
  [37.865012, -122.3125425],
  [37.8648723, -122.3125211],
  [37.8641523, -122.3159355],
  [37.864381, -122.31659],
  [37.8658993, -122.3171962],
  [37.8661364, -122.3171881],
  [37.8663568, -122.3172581],
  [37.8663101, -122.3177192],
] as const;

const [latitudes, longitudes] = [
  NODES.map(([latitude]) => latitude),
  NODES.map(([, longitude]) => longitude),
];

export const BERKELEY_MARINA = {
  name: 'Berkeley Marina',
  corners: NODES.slice(0, -1),
  /** The answer to `out geom`. */
  element: {
    type: 'way',
    id: 117767451,
    bounds: {
      minlat: Math.min(...latitudes),
      minlon: Math.min(...longitudes),
      maxlat: Math.max(...latitudes),
      maxlon: Math.max(...longitudes),
    },
    geometry: NODES.map(([lat, lon]) => ({ lat, lon })),
    tags: {
      'addr:city': 'Berkeley',
      'addr:housenumber': '201',
      'addr:street': 'University Avenue',
      leisure: 'marina',
      name: 'Berkeley Marina',
      operator: 'City of Berkeley',
      power_supply: 'yes',
      sanitary_dump_station: 'yes',
    },
  },
};
