/**
 * The files of the built-in map, and the script of the first route: the entry with its static imports, the pages of a first visit (sign-in, home), and
 * the larger of the two sign-in libraries, of which an installation uses one; read from Vite's manifest.
 */
import { readFileSync } from 'node:fs';

const FIRST_ROUTES = [
  'src/features/sign-in/LoginPage.tsx',
  'src/features/home/HomePage.tsx',
  'src/app/shell/Shell.tsx',
  'src/app/auth/auth0/Auth0SignIn.tsx',
];

const manifest = JSON.parse(readFileSync(new URL('./dist/.vite/manifest.json', import.meta.url), 'utf8'));
const files = new Set();
const visit = (key) => {
  const chunk = manifest[key];
  if (chunk === undefined || files.has(chunk.file)) return;
  files.add(chunk.file);
  (chunk.imports ?? []).forEach(visit);
};
['index.html', ...FIRST_ROUTES].forEach(visit);

export default [
  {
    name: 'First route, script',
    path: [...files].map((file) => `dist/${file}`),
    limit: '235 kB',
    gzip: true,
  },
  {
    name: 'Built-in map, all its files',
    path: ['states-10m', 'counties-10m', 'roads', 'cities', 'towns'].map(
      (name) => `dist/assets/${name}-*.json`,
    ),
    limit: '600 kB',
    gzip: true,
  },
];
