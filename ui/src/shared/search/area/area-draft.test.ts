import { describe, expect, it } from 'vitest';
import {
  areaOf,
  areaProblem,
  cornersOfText,
  cornersText,
  EMPTY_AREA,
  positionOfText,
  ringsOfGeoJson,
} from './area-draft';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const SQUARE = [at(44, -121), at(44, -120), at(45, -120), at(45, -121)];

describe('an area', () => {
  it('its first broken rule is told in words', () => {
    const bow = [at(44, -121), at(45, -120), at(44, -120), at(45, -121)];
    const many = Array.from({ length: 812 }, (_, index) => {
      const angle = (index / 812) * 2 * Math.PI;
      return at(44 + Math.cos(angle), -120 + Math.sin(angle));
    });
    const county = { fips: '41061', name: 'Union County, OR' };
    expect([
      areaProblem('counties', EMPTY_AREA),
      areaProblem('counties', { ...EMPTY_AREA, counties: Array.from({ length: 112 }, () => county) }),
      areaProblem('radius', EMPTY_AREA),
      areaProblem('radius', { ...EMPTY_AREA, center: at(44, -121), miles: 51 }),
      areaProblem('box', { ...EMPTY_AREA, box: [at(44, -121)] }),
      areaProblem('polygon', { ...EMPTY_AREA, rings: [SQUARE.slice(2)] }),
      areaProblem('polygon', { ...EMPTY_AREA, rings: [bow] }),
      areaProblem('polygon', { ...EMPTY_AREA, rings: [many] }),
    ]).toEqual([
      'Choose at least one county.',
      '112 counties are touched; 100 is the most.',
      'Choose a point and 1 to 50 miles.',
      'Choose a point and 1 to 50 miles.',
      'Set two opposite corners of the box.',
      'Set at least three corners.',
      'The outline crosses itself near 44.50, −120.50. Move a corner.',
      '812 corners; 500 is the most.',
    ]);
    expect(areaProblem('polygon', { ...EMPTY_AREA, rings: [SQUARE] })).toBeNull();
    expect(areaProblem('radius', { ...EMPTY_AREA, center: at(44, -121) })).toBeNull();
  });

  it('corners are numbers, degrees north first, with whichever minus', () => {
    expect(positionOfText(' 44.06, −121.31 ')).toEqual(at(44.06, -121.31));
    expect(positionOfText('44.06 -121.31')).toEqual(at(44.06, -121.31));
    expect(positionOfText('Bend, OR')).toBeNull();
    expect(positionOfText('94, -121')).toBeNull();
    expect(cornersOfText(cornersText(SQUARE))).toEqual(SQUARE);
    expect(cornersOfText('44, -121\nhere')).toBeNull();
  });

  it('one polygon of GeoJSON is taken, and goes to the server as it came', () => {
    const ring = [...SQUARE, ...SQUARE.slice(0, 1)].map(({ latitude, longitude }) => [longitude, latitude]);
    const polygon = { type: 'Polygon', coordinates: [ring] };
    const feature = { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: [[ring]] } };
    for (const json of [polygon, feature, { type: 'FeatureCollection', features: [feature] }]) {
      expect(ringsOfGeoJson(JSON.stringify(json))).toEqual([SQUARE]);
    }
    expect(areaOf('polygon', { ...EMPTY_AREA, rings: [SQUARE] })).toEqual({
      kind: 'polygon',
      geojson: polygon,
    });
    for (const other of [
      '',
      '{',
      '[]',
      '{"type":"Point","coordinates":[1,2]}',
      '{"type":"FeatureCollection","features":[]}',
    ]) {
      expect(ringsOfGeoJson(other), other).toBeNull();
    }
  });
});
