/** The corners of a box or polygon as numbers, and a polygon pasted as GeoJSON: an area without a pointer. */
import { Anchor, Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '@/shared/lib/format';
import type { Position } from '@/shared/map/map-point';
import { cornersOfText, cornersText, MOST_CORNERS, ringsOfGeoJson } from './area-draft';

const NO_NUMBERS = 'Each line needs two numbers: degrees north, degrees east.';
const NO_GEOJSON = 'This is not GeoJSON of a polygon.';

interface CornersFieldsProps {
  corners: readonly Position[];
  onCorners: (corners: Position[]) => void;
  /** Null for a box, which has two corners. */
  onRings: ((rings: Position[][]) => void) | null;
}

export function CornersFields({ corners, onCorners, onRings }: CornersFieldsProps) {
  const [open, setOpen] = useState<'numbers' | 'geojson' | null>(null);
  const toggle = (part: 'numbers' | 'geojson') => () => {
    setOpen(open === part ? null : part);
  };
  return (
    <div>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-expanded={open === 'numbers'}
        onClick={toggle('numbers')}
      >
        Corners as numbers
      </Anchor>
      {onRings === null ? null : (
        <>
          {' · '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-expanded={open === 'geojson'}
            onClick={toggle('geojson')}
          >
            Paste GeoJSON
          </Anchor>
          {` · ${formatNumber(corners.length)} of ${MOST_CORNERS} corners`}
        </>
      )}
      {open === 'numbers' ? <Numbers corners={corners} onCorners={onCorners} /> : null}
      {open === 'geojson' && onRings !== null ? <GeoJson onRings={onRings} /> : null}
    </div>
  );
}

function Numbers({ corners, onCorners }: Pick<CornersFieldsProps, 'corners' | 'onCorners'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? cornersText(corners);
  return (
    <Textarea
      label="Corners as numbers"
      description="A corner a line: degrees north, degrees east"
      placeholder="44.06, -121.31"
      mt="xs"
      autosize
      minRows={3}
      maxRows={8}
      value={text}
      error={cornersOfText(text) === null ? NO_NUMBERS : null}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const given = cornersOfText(value);
        if (given !== null) onCorners(given);
      }}
      onBlur={() => {
        // As the map has them.
        if (cornersOfText(text) !== null) setTyped(null);
      }}
    />
  );
}

function GeoJson({ onRings }: { onRings: (rings: Position[][]) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <Textarea
      label="Paste GeoJSON"
      description="One polygon, at most 500 corners"
      placeholder='{"type": "Polygon", "coordinates": [...]}'
      mt="xs"
      autosize
      minRows={3}
      maxRows={8}
      value={typed}
      error={typed.trim() === '' || ringsOfGeoJson(typed) !== null ? null : NO_GEOJSON}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const rings = ringsOfGeoJson(value);
        if (rings !== null) onRings(rings);
      }}
    />
  );
}
