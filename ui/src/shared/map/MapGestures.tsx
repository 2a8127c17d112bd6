/**
 * Touch and wheel on a map: the page scrolls past it. The wheel zooms after a click until the pointer leaves; on a
 * touch screen one finger scrolls the page and two move the map.
 */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

const MAP_HELP = 'Arrow keys move the map, plus and minus zoom it.';

export function MapGestures() {
  const map = useMap();
  const coarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });

  useEffect(() => {
    const box = map.getContainer();
    box.setAttribute('role', 'application');
    box.setAttribute('aria-label', MAP_HELP);
    const resized = new ResizeObserver(() => {
      map.invalidateSize({ pan: false });
    });
    resized.observe(box);
    return () => {
      resized.disconnect();
    };
  }, [map]);

  useEffect(() => {
    const { scrollWheelZoom } = map;
    const zoom = () => scrollWheelZoom.enable();
    const scroll = () => scrollWheelZoom.disable();
    const box = map.getContainer();
    box.addEventListener('click', zoom);
    box.addEventListener('pointerleave', scroll);
    return () => {
      box.removeEventListener('click', zoom);
      box.removeEventListener('pointerleave', scroll);
      scroll();
    };
  }, [map]);

  useEffect(() => {
    if (coarse) map.dragging.disable();
    else map.dragging.enable();
  }, [map, coarse]);

  return null;
}
