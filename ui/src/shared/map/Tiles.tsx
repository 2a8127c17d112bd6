/** The ground of the map, and whether it comes: none of the tiles asked for did, or not one in ten seconds. */
import { useEffect, useMemo, useRef } from 'react';
import { TileLayer } from 'react-leaflet';
import { MAX_ZOOM } from './fit';

const PATIENCE_MS = 10_000;

interface TilesProps {
  url: string;
  onTiles: (reached: boolean) => void;
}

export function Tiles({ url, onTiles }: TilesProps) {
  const watch = useRef({ came: 0, timer: 0 });

  const events = useMemo(() => {
    const missed = () => {
      if (watch.current.came === 0) onTiles(false);
    };
    return {
      loading: () => {
        window.clearTimeout(watch.current.timer);
        watch.current = { came: 0, timer: window.setTimeout(missed, PATIENCE_MS) };
      },
      tileload: () => {
        watch.current.came += 1;
        onTiles(true);
      },
      tileerror: missed,
    };
  }, [onTiles]);

  useEffect(
    () => () => {
      window.clearTimeout(watch.current.timer);
    },
    [],
  );

  return <TileLayer url={url} maxZoom={MAX_ZOOM} eventHandlers={events} />;
}
