/** Whether an outline crosses itself. */
import type { Position } from '@/shared/map/map-point';

interface Side {
  from: Position;
  to: Position;
  ring: number;
  index: number;
}

/** About where two sides cross that are not neighbors; null if none do. */
export function crossingOf(rings: readonly (readonly Position[])[]): Position | null {
  const sides = rings.flatMap((ring, number) =>
    ring.flatMap((from, index): Side[] => {
      const to = ring[(index + 1) % ring.length];
      return to === undefined ? [] : [{ from, to, ring: number, index }];
    }),
  );
  for (const [at, one] of sides.entries()) {
    for (const other of sides.slice(at + 1)) {
      const crossing = areNeighbors(one, other, rings) ? null : meeting(one, other);
      if (crossing !== null) return crossing;
    }
  }
  return null;
}

function areNeighbors(one: Side, other: Side, rings: readonly (readonly Position[])[]): boolean {
  const length = rings[one.ring]?.length ?? 0;
  return (
    one.ring === other.ring &&
    ((one.index + 1) % length === other.index || (other.index + 1) % length === one.index)
  );
}

/** Positive if the way from one through the other to the third turns left. */
function turn(one: Position, other: Position, third: Position): number {
  return (
    (other.longitude - one.longitude) * (third.latitude - one.latitude) -
    (third.longitude - one.longitude) * (other.latitude - one.latitude)
  );
}

function meeting(one: Side, other: Side): Position | null {
  const [near, far] = [turn(one.from, one.to, other.from), turn(one.from, one.to, other.to)];
  const isApart =
    Math.sign(near) !== Math.sign(far) &&
    Math.sign(turn(other.from, other.to, one.from)) !== Math.sign(turn(other.from, other.to, one.to));
  if (!isApart || near === far) return null;
  const share = near / (near - far);
  return {
    latitude: other.from.latitude + (other.to.latitude - other.from.latitude) * share,
    longitude: other.from.longitude + (other.to.longitude - other.from.longitude) * share,
  };
}
