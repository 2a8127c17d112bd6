import { describe, expect, it } from 'vitest';
import { pageCount, pageWindow } from './Pagination';

describe('pages', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 25, [1, 2, 3, 4, 5]],
    [3, 25, [1, 2, 3, 4, 5]],
    [4, 25, [2, 3, 4, 5, 6]],
    [23, 25, [21, 22, 23, 24, 25]],
    [25, 25, [21, 22, 23, 24, 25]],
    [2, 0, []],
  ])('MYCO-06: page %i of %i', (page, pages, window) => {
    expect(pageWindow(page, pages)).toEqual(window);
  });

  it('MYCO-06: 50 a page', () => {
    expect([0, 1, 50, 51, 1204].map(pageCount)).toEqual([0, 1, 1, 2, 25]);
  });
});
