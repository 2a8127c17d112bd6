/** What all maps have: zoom, scale and gestures, and no motion for who wants less of it. */
import { MapContainer, ScaleControl, ZoomControl, type MapContainerProps } from 'react-leaflet';
import { MapGestures } from './MapGestures';

interface BaseMapProps extends MapContainerProps {
  /** Whether it moves at once. */
  still: boolean;
}

export function BaseMap({ still, children, ...options }: BaseMapProps) {
  return (
    <MapContainer
      className="da-map"
      zoomControl={false}
      attributionControl={false}
      scrollWheelZoom={false}
      zoomAnimation={!still}
      fadeAnimation={!still}
      inertia={!still}
      {...options}
    >
      <MapGestures />
      <ZoomControl position="topleft" />
      <ScaleControl position="bottomleft" metric={false} />
      {children}
    </MapContainer>
  );
}
