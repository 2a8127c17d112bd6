import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useDebouncedText } from './use-debounced-text';

const user = userEvent.setup({ delay: null });

function Page() {
  const [params, setParams] = useSearchParams();
  const { text, type, settle } = useDebouncedText(params.get('filter') ?? '', (filter) => {
    setParams({ filter }, { replace: true });
  });
  return (
    <>
      <input
        aria-label="Filter"
        value={text}
        onBlur={settle}
        onChange={(event) => {
          type(event.currentTarget.value);
        }}
      />
      <Link to="/next">Next</Link>
    </>
  );
}

/** A page that links to another whose code is still loading. */
function open() {
  let arrive = (): void => undefined;
  const code = new Promise<void>((resolve) => (arrive = resolve));
  const next = async () => {
    await code;
    return { Component: () => <p>arrived</p> };
  };
  const router = createMemoryRouter([
    { path: '/', element: <Page /> },
    { path: '/next', lazy: next },
  ]);
  render(<RouterProvider router={router} />);
  return { router, arrive };
}

const filter = () => screen.getByLabelText('Filter');

describe('a text that settles', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it('RES-01, MYCO-01: a click right after typing goes where it leads, and Back finds what was typed', async () => {
    const { router, arrive } = open();
    await user.type(filter(), 'hou');
    await user.click(screen.getByRole('link', { name: 'Next' }));
    await vi.advanceTimersByTimeAsync(1_000);
    arrive();
    expect(await screen.findByText('arrived')).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/next', search: '' });
    await router.navigate(-1);
    expect(await screen.findByLabelText('Filter')).toHaveValue('hou');
    expect(router.state.location.search).toBe('?filter=hou');
  });

  it('RES-01: what leads away without the focus is not held up either', async () => {
    const { router, arrive } = open();
    await user.type(filter(), 'hou');
    fireEvent.click(screen.getByRole('link', { name: 'Next' }));
    await vi.advanceTimersByTimeAsync(1_000);
    arrive();
    expect(await screen.findByText('arrived')).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/next', search: '' });
  });

  it('RES-01: who stays sees it in the address once nothing was typed for a moment', async () => {
    const { router } = open();
    await user.type(filter(), 'hou');
    expect(router.state.location.search).toBe('');
    await vi.advanceTimersByTimeAsync(250);
    expect(router.state.location.search).toBe('?filter=hou');
  });
});
