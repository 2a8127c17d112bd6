/** The built-in map in a Leaflet map. */
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import { usePaper } from '@/shared/lib/paper';
import { coarsest } from './ground';
import { GroundLayer, type GroundKind } from './ground-layer';
import { MarkerSet } from './marker-set';

// With the script, before a map is laid out; the layer hears of a failure when it asks.
coarsest.ask().catch(() => undefined);

const NO_MARKERS = new MarkerSet([]);

interface GroundProps {
  kind?: GroundKind;
  markers?: MarkerSet;
  /** Hears whether there is no ground at all. */
  onFailure?: (failed: boolean) => void;
}

export function Ground({ kind = 'under', markers = NO_MARKERS, onFailure }: GroundProps) {
  const map = useMap();
  const computed = useComputedColorScheme('light');
  const scheme = usePaper() ? 'light' : computed;
  const [layer] = useState(() => new GroundLayer(kind));
  // Before the browser paints or prints.
  useLayoutEffect(() => {
    layer.wear(scheme);
  }, [layer, scheme]);
  useEffect(() => {
    layer.handle((failed) => {
      onFailure?.(failed);
    });
  }, [layer, onFailure]);
  useLayoutEffect(() => {
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [layer, map]);
  useEffect(() => {
    layer.avoid(markers);
  }, [layer, markers]);
  return null;
}
