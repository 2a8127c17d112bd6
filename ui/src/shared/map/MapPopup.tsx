/**
 * The popup of a marker: Leaflet positions it and pans to it, React fills it. Leaflet gets an element, never HTML, so
 * names from a listing stay text. It takes the focus when it opens, and Escape closes it.
 */
import { CloseButton } from '@mantine/core';
import { latLng, popup as leafletPopup } from 'leaflet';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useMap } from 'react-leaflet';
import type { PlacedPoint } from './map-point';

const WIDTH_PX = 260;
const OFFSET_PX = -8;
/** The margin between the popup and the map's edges. */
const ROOM_PX = 32;

interface MapPopupProps {
  point: PlacedPoint;
  still: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The element that Leaflet places; React fills it. */
function usePlaced({ latitude, longitude }: PlacedPoint['position'], still: boolean): HTMLElement {
  const map = useMap();
  const [box] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    const position = latLng(latitude, longitude);
    const popup = leafletPopup({
      closeButton: false,
      autoClose: false,
      closeOnClick: false,
      closeOnEscapeKey: false,
      autoPan: false,
      minWidth: WIDTH_PX,
      maxWidth: WIDTH_PX,
      offset: [0, OFFSET_PX],
      className: 'da-map-popup',
    })
      .setLatLng(position)
      .setContent(box);
    map.addLayer(popup);
    // Leaflet's own autopan cannot jump, which reduced motion needs.
    const bringIntoView = (jump: boolean) => {
      // A small map has less room: what does not fit is scrolled to.
      const size = map.getSize();
      box.style.setProperty('--da-map-card-most', `${size.y - 2 * ROOM_PX}px`);
      const beside = Math.min(WIDTH_PX / 2 + ROOM_PX, size.x / 2);
      const above = Math.min(box.offsetHeight + 2 * ROOM_PX, size.y - ROOM_PX);
      map.panInside(position, {
        paddingTopLeft: [beside, above],
        paddingBottomRight: [beside, ROOM_PX],
        ...(jump ? { animate: false } : {}),
      });
    };
    const onResize = () => {
      bringIntoView(true);
    };
    bringIntoView(still);
    map.on('resize', onResize);
    // What is unfolded in it makes it higher.
    let height = box.offsetHeight;
    const grown = new ResizeObserver(() => {
      if (box.offsetHeight > height) bringIntoView(true);
      height = box.offsetHeight;
    });
    grown.observe(box);
    return () => {
      grown.disconnect();
      map.off('resize', onResize);
      map.removeLayer(popup);
    };
  }, [map, box, latitude, longitude, still]);
  return box;
}

export function MapPopup({ point, still, onClose, children }: MapPopupProps) {
  const box = usePlaced(point.position, still);
  const dialog = useRef<HTMLDivElement>(null);
  const headingId = useId();
  useEffect(() => {
    dialog.current?.focus({ preventScroll: true });
  }, []);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // What is open inside closes first, by itself; its own content may lie elsewhere on the page.
    const from = event.target as Element;
    if (dialog.current?.contains(from) !== true || from.closest('[aria-expanded="true"]') !== null) return;
    event.stopPropagation();
    onClose();
  };
  return createPortal(
    // Escape closes it wherever the focus is inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={dialog}
      role="dialog"
      aria-labelledby={headingId}
      tabIndex={-1}
      className="da-map-card"
      onKeyDown={closeOnEscape}
    >
      <div className="da-map-card-head">
        <h3 id={headingId} title={point.name}>
          {point.name}
        </h3>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {children}
    </div>,
    box,
  );
}
