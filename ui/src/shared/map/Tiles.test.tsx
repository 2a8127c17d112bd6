import { act, render } from '@testing-library/react';
import { MapContainer } from 'react-leaflet';
import { expect, it, vi } from 'vitest';
import { Tiles } from './Tiles';

it('JOB-14: a tile that has not come in three minutes has failed, and is waited for no longer', () => {
  vi.useFakeTimers();
  render(
    <MapContainer center={[44, -121]} zoom={10}>
      <Tiles url="https://tiles.example/{z}/{x}/{y}.png" onTiles={() => undefined} />
    </MapContainer>,
  );
  const asked = () => [...document.querySelectorAll('img')].filter((tile) => tile.getAttribute('src') !== '');
  const all = asked().length;
  expect(all).toBeGreaterThan(0);
  act(() => {
    vi.advanceTimersByTime(179_000);
  });
  expect(asked()).toHaveLength(all);
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  expect(asked()).toHaveLength(0);
});
