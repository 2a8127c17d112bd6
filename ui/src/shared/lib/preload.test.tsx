import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { preload } from './preload';

const module = { Hello: ({ name }: { name: string }) => <p>Hello {name}</p> };

function draw(script: ReturnType<typeof preload<typeof module>>) {
  const Hello = script.component(({ Hello: Drawn }) => Drawn);
  render(
    <Suspense fallback="Loading">
      <Hello name="Ada" />
    </Suspense>,
  );
}

describe('a script that is asked for early', () => {
  it('is drawn at once where it is there', async () => {
    const script = preload(() => Promise.resolve(module));
    script.ask();
    await Promise.resolve();
    draw(script);
    expect(screen.getByText('Hello Ada')).toBeVisible();
  });

  it('is waited for where it is not, and loaded once', async () => {
    let loads = 0;
    const script = preload(() => {
      loads += 1;
      return Promise.resolve(module);
    });
    draw(script);
    expect(screen.getByText('Loading')).toBeVisible();
    expect(await screen.findByText('Hello Ada')).toBeVisible();
    script.ask();
    expect(loads).toBe(1);
  });

  it('is asked for again where it did not come', async () => {
    let fails = true;
    const script = preload(() => (fails ? Promise.reject(new Error('offline')) : Promise.resolve(module)));
    script.ask();
    await Promise.resolve();
    await Promise.resolve();
    fails = false;
    draw(script);
    expect(await screen.findByText('Hello Ada')).toBeVisible();
  });
});
