/**
 * Moves the style sheets behind the page's first words: browsers paint what precedes a sheet without waiting for it.
 * The app's script still runs after them.
 */
import type { Plugin } from 'vite';

const SHEET = /^ *<link rel="stylesheet"[^>]*>\n/gm;
const END = '  </body>';

export function stylesLast(): Plugin {
  return {
    name: 'styles-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (page) => {
        const sheets = page.match(SHEET) ?? [];
        return page.replace(SHEET, '').replace(END, sheets.join('') + END);
      },
    },
  };
}
