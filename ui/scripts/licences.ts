/**
 * The libraries and fonts that a visitor's browser gets: Vite lists the libraries with their license texts, this adds
 * the fonts (Vite does not look into style sheets), and fails the build if a license is not on our list.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import type { Plugin } from 'vite';

/** Served with the app, as text that every browser shows. */
export const LIST = 'licences.txt';

const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1'];

/** On neither list of free or open-source licenses: an open decision (docs/security.md, supply chain). */
const KNOWN = new Map([
  ['react-leaflet', 'Hippocratic-2.1'],
  ['@react-leaflet/core', 'Hippocratic-2.1'],
]);

/** The problems of a list as Vite writes it: `## name - version (license)`, then the license text. */
export function problems(list: string): string[] {
  const heads = list.split('\n').filter((line) => line.startsWith('## '));
  if (heads.length === 0) return ['The list of licences is empty.'];
  return heads.flatMap((head) => {
    const [, name = head, version = '', licence = ''] = /^## (\S+) - (\S+)(?: \((.+)\))?$/.exec(head) ?? [];
    if (licence !== '' && (KNOWN.get(name) === licence || isAllowed(licence))) return [];
    return [`${name} ${version}: ${licence === '' ? 'no licence is named' : `${licence} is not allowed`}.`];
  });
}

function isAllowed(licence: string): boolean {
  try {
    return satisfies(licence, ALLOWED);
  } catch {
    return false; // Not an expression of SPDX.
  }
}

/** The packages of files that style sheets load, which Vite's list lacks. */
async function addTo(list: string, root: string, packages: Set<string>): Promise<string> {
  const entries = [...packages].filter((name) => !list.includes(`\n## ${name} - `)).sort();
  const texts = entries.map(async (name) => {
    const folder = join(root, 'node_modules', name);
    const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string;
      license?: string;
    };
    const licence = about.license === undefined ? '' : ` (${about.license})`;
    const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? '' : `\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
    return `\n## ${name} - ${about.version}${licence}\n${text}`;
  });
  return list.trimEnd() + '\n' + (await Promise.all(texts)).join('');
}

export function licences(): Plugin {
  let root = '.';
  return {
    name: 'licences',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    async writeBundle({ dir = 'dist' }, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        'originalFileNames' in file ? file.originalFileNames : [],
      );
      const packages = files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
      const path = join(dir, LIST);
      const list = await addTo(await readFile(path, 'utf8'), root, new Set(packages));
      const found = problems(list);
      if (found.length > 0)
        this.error(`Licences of what is shipped (scripts/licences.ts):\n${found.join('\n')}`);
      await writeFile(path, list);
    },
  };
}
