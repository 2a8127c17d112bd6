/**
 * Compresses the build once, as small as possible: `app-1a2b3c.js.br` and `.gz` beside `app-1a2b3c.js`; the server
 * sends what the browser accepts.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Text files; fonts and images are compressed already. */
const TEXT = /\.(?:js|css|html|json|svg|txt)$/;
/** Below this many bytes the headers weigh more. */
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
    // Last, when the page itself and the public files are written too.
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
