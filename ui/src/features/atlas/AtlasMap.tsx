/** The drawn map of areas with its popup: a chunk of its own, loaded by `AtlasFrame`. */
import 'leaflet/dist/leaflet.css';
import '@/shared/map/leaflet.css';
import { useReducedMotion } from '@mantine/hooks';
import { latLngBounds, point as leafletPoint, type Map as LeafletMap } from 'leaflet';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useMap } from 'react-leaflet';
import { BaseMap } from '@/shared/map/BaseMap';
import { Ground } from '@/shared/map/Ground';
import type { Marked, PlacedPoint } from '@/shared/map/map-point';
import { MapPopup } from '@/shared/map/MapPopup';
import { worldSize, type WorldBox } from '@/shared/map/world';
import { AreaLayer, type Badge } from './area-layer';
import type { Scene } from './painter';

/** The nation without Alaska and Hawaii, which the list and a chosen state show. */
const CONTIGUOUS: WorldBox = { west: 0.1528, north: 0.3417, east: 0.3142, south: 0.4301 };
const MIN_ZOOM = 2;
/** The shapes are not finer. */
const MAX_ZOOM = 12;
const PADDING_PX = 16;

export interface AtlasMapProps {
  scene: Scene;
  badges: readonly Badge[];
  marked: Marked;
  /** The selected area's name and middle. */
  selected: PlacedPoint | null;
  /** What to bring into view: whenever it changes. Null for the nation. */
  fit: WorldBox | null;
  /** On paper it fits anew, in another size; afterwards it is where it was. */
  printing: boolean;
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
  onClosePopup: () => void;
  popup: (id: string) => ReactNode;
}

export function AtlasMap(props: AtlasMapProps) {
  const { selected, onClosePopup, popup } = props;
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  return (
    <BaseMap
      still={still}
      center={[39.83, -98.58]}
      zoom={4}
      zoomSnap={0.25}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
    >
      <Ground kind="over" />
      <Areas {...props} />
      <Fit box={props.fit} printing={props.printing} />
      {selected === null ? null : (
        <MapPopup key={selected.id} point={selected} still={still} onClose={onClosePopup}>
          {popup(selected.id)}
        </MapPopup>
      )}
    </BaseMap>
  );
}

function Areas({ scene, badges, marked, onSelect, onHover }: AtlasMapProps) {
  const map = useMap();
  const [layer] = useState(() => new AreaLayer({ onSelect, onHover }));
  useLayoutEffect(() => {
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [layer, map]);
  useEffect(() => {
    layer.handle({ onSelect, onHover });
  }, [layer, onSelect, onHover]);
  // Before the browser paints or prints.
  useLayoutEffect(() => {
    layer.show(scene);
  }, [layer, scene]);
  useLayoutEffect(() => {
    layer.mark(marked, badges);
  }, [layer, marked, badges]);
  return null;
}

/**
 * Shows the box at once: three thousand counties on the move would only blur. In another size it shows it anew, unless
 * the map was moved since.
 */
function Fit({ box, printing }: { box: WorldBox | null; printing: boolean }) {
  const map = useMap();
  const fittedZoom = useRef<number | null>(null);
  const fit = useEffectEvent(() => {
    fitWorld(map, box ?? CONTIGUOUS);
    fittedZoom.current = map.getZoom();
  });
  const refit = useEffectEvent(() => {
    if (!printing && map.getZoom() === fittedZoom.current) fit();
  });
  // Before a popup hears of it, which moves the map for itself.
  useLayoutEffect(() => {
    const heard = {
      dragstart: () => {
        fittedZoom.current = null;
      },
      resize: () => {
        refit();
      },
    };
    map.on(heard);
    return () => {
      map.off(heard);
    };
  }, [map]);
  useLayoutEffect(() => {
    fit();
  }, [box]);
  useLayoutEffect(() => {
    if (!printing) return undefined;
    const [center, zoom] = [map.getCenter(), map.getZoom()];
    map.invalidateSize({ pan: false });
    fit();
    return () => {
      map.invalidateSize({ pan: false });
      map.setView(center, zoom, { animate: false });
    };
  }, [map, printing]);
  return null;
}

function fitWorld(map: LeafletMap, { west, north, east, south }: WorldBox): void {
  const world = worldSize(0);
  const corner = (x: number, y: number) => map.unproject(leafletPoint(x * world, y * world), 0);
  map.fitBounds(latLngBounds(corner(west, south), corner(east, north)), {
    padding: [PADDING_PX, PADDING_PX],
    animate: false,
  });
}
