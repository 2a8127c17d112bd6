/**
 * Compresses what a build made, once and as small as it gets: `app-1a2b3c.js.br` and `.gz` stand beside
 * `app-1a2b3c.js`, and the server sends whichever the browser takes.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Texts; fonts and pictures are compressed already. */
const TEXT = /\.(?:js|css|html|svg|txt)$/;
/** Bytes; below them the headers weigh more. */
const SMALLEST = 1024;

const COMPRESSORS = [
  { suffix: '.br', compress: brotli },
  {
    suffix: '.gz',
    compress: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  },
];

function brotli(text: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
}

export function compress(): Plugin {
  let folder = 'dist';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    // Last of all, when the page itself and what lies in public are there too.
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => beside(join(folder, name))));
    },
  };
}

async function beside(file: string): Promise<void> {
  const text = await readFile(file);
  if (text.length < SMALLEST) return;
  await Promise.all(
    COMPRESSORS.map(async ({ suffix, compress: compressed }) => {
      await writeFile(`${file}${suffix}`, await compressed(text));
    }),
  );
}
