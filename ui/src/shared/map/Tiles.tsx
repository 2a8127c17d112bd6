/** The map's tiles, and whether they load: not if all requested ones failed, or none came within ten seconds. */
import type { TileEvent } from 'leaflet';
import { useEffect, useMemo, useRef } from 'react';
import { TileLayer } from 'react-leaflet';
import { TIME_LIMITS_MS } from '@/shared/api/operations';
import { MAX_ZOOM } from './fit';

const PATIENCE_MS = 10_000;

/** A tile that hangs blocks one of the browser's few connections: eventually it counts as failed. */
function giveUpLate({ tile }: TileEvent): void {
  if (!(tile instanceof HTMLImageElement)) return;
  const timer = window.setTimeout(() => {
    if (!tile.complete) tile.src = '';
  }, TIME_LIMITS_MS.tile);
  const settled = () => {
    window.clearTimeout(timer);
  };
  tile.addEventListener('load', settled, { once: true });
  tile.addEventListener('error', settled, { once: true });
}

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
      tileloadstart: giveUpLate,
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
