/** The built-in map for paper, in light colors: what is there at once, for the browser's own print menu, then all. */
import { useLayoutEffect, useRef, useState } from 'react';
import { groundNow, partsAt } from '@/shared/map/ground';
import { paintGround } from '@/shared/map/ground-lines';
import { measureWith, paintNames } from '@/shared/map/ground-names';
import { placeNames } from '@/shared/map/names';
import { Taken } from '@/shared/map/taken';
import type { View } from '@/shared/map/view';

/** Device pixels for each pixel: paper is finer than a screen. */
const RATIO = 3;

interface PrintedGroundProps {
  view: Omit<View, 'ratio'>;
  className: string | undefined;
}

export function PrintedGround({ view, className }: PrintedGroundProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isThere, setIsThere] = useState(false);
  const { zoom, corner, size } = view;
  useLayoutEffect(() => {
    let isHere = true;
    // What fails is left out.
    void Promise.allSettled(partsAt(zoom).map((part) => part.ask())).then(() => {
      if (isHere) setIsThere(true);
    });
    return () => {
      isHere = false;
    };
  }, [zoom]);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null;
    if (context === null) return;
    const shown: View = { zoom, corner, size, ratio: RATIO };
    const ground = groundNow();
    paintGround(context, ground, shown, 'light');
    const seen = { left: 0, top: 0, right: size.x, bottom: size.y };
    const names = placeNames(ground, {
      view: shown,
      seen,
      covered: new Taken(),
      measure: measureWith(context),
    });
    paintNames(context, names, shown, 'light');
  });
  return (
    <canvas
      ref={canvas}
      className={className}
      width={size.x * RATIO}
      height={size.y * RATIO}
      data-drawing={isThere ? undefined : true}
      aria-hidden
    />
  );
}
