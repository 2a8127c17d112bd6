/** The list of Mantine's style files in `styles.ts` is exactly what the components in use need. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '..');
const MANTINE = resolve(SRC, '../node_modules/@mantine/core');
/** What every app needs, whatever components it uses. */
const ALWAYS = ['baseline', 'default-css-variables', 'global'];

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

/** The names a file imports from Mantine, without types. */
function componentsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
}

/** The parts of components in a file: `<Checkbox.Card` is CheckboxCard. */
function partsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/<(\w+)\.(\w+)/g)].map(
    ([, owner = '', part = '']) => owner + part,
  );
}

/** The style modules behind a module of Mantine, found by following its imports. */
function stylesBehind(module: string, seen = new Set<string>()): string[] {
  if (seen.has(module) || !existsSync(module)) return [];
  seen.add(module);
  const own = module.endsWith('.module.mjs') ? [module] : [];
  const text = readFileSync(module, 'utf8');
  const imports = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path = '']) =>
    resolve(dirname(module), path),
  );
  return [...own, ...imports.flatMap((path) => stylesBehind(path, seen))];
}

describe('the styles of Mantine', () => {
  const used = new Set(sources(SRC).flatMap(componentsOf));
  const parts = new Set(sources(SRC).flatMap(partsOf));
  const needed = new Set(
    [...used].flatMap((name) => {
      const folder = join(MANTINE, 'esm/components', name);
      return stylesBehind(join(folder, `${name}.mjs`)).flatMap((module) => {
        const style = basename(module, '.module.mjs');
        // `Checkbox` brings `Checkbox.Card` along, whose styles only matter where it is used.
        const isPart = module.startsWith(`${folder}/`) && style !== name;
        return isPart && !parts.has(style) ? [] : [style];
      });
    }),
  );
  const withFile = [...needed].filter((name) => existsSync(join(MANTINE, 'styles', `${name}.css`)));
  const imported = [
    ...readFileSync(join(SRC, 'app/styles.ts'), 'utf8').matchAll(/styles\/([\w-]+)\.layer\.css/g),
  ].map(([, name = '']) => name);

  it('each component in use has its styles, or it would show unstyled', () => {
    expect(withFile.filter((name) => !imported.includes(name))).toEqual([]);
  });

  it('no styles are loaded that nothing uses', () => {
    const wanted = new Set([...ALWAYS, ...withFile]);
    expect(imported.filter((name) => !wanted.has(name))).toEqual([]);
  });

  it('the list is in the order of Mantine, where later styles go over earlier ones', () => {
    const all = readFileSync(join(MANTINE, 'styles.css'), 'utf8');
    const position = (name: string) => {
      const [own = ''] =
        /\.m_[0-9a-f]+/.exec(readFileSync(join(MANTINE, `styles/${name}.css`), 'utf8')) ?? [];
      return all.indexOf(own);
    };
    const listed = imported.filter((name) => !ALWAYS.includes(name));
    expect(listed).toEqual([...listed].sort((one, other) => position(one) - position(other)));
  });
});
