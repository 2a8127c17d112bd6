#!/usr/bin/env node
// Writes the product's bill of materials as CycloneDX documents: target/sbom/server.cdx.json (the crates compiled into
// the binary on this platform, from `cargo tree`, which knows the enabled features; `cargo metadata` also lists
// optional crates that nothing enables) and target/sbom/app.cdx.json (the browser app's dependencies, from npm itself).
// Build and test tools are in neither.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { Enums, Models, Serialize, SPDX, Spec } = createRequire(new URL('../ui/package.json', import.meta.url))(
  '@cyclonedx/cyclonedx-library',
);

const FOLDER = 'target/sbom';
const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });

/** Checksums by `name@version`, as Cargo.lock holds them; the workspace's own crates have none. */
function checksums() {
  const value = (text, key) => new RegExp(`^${key} = "(.*)"$`, 'm').exec(text)?.[1];
  const packages = readFileSync('Cargo.lock', 'utf8').split('[[package]]').slice(1);
  return new Map(packages.map((text) => [`${value(text, 'name')}@${value(text, 'version')}`, value(text, 'checksum')]));
}

/** Each crate with its licence and with what it needs. A line is `depth|name vVersion (…)|licence`. */
function crates() {
  const tree = run(
    'cargo',
    'tree',
    '--locked',
    '-p',
    'app',
    '-e',
    'normal,build',
    '--prefix',
    'depth',
    '-f',
    '|{p}|{l}',
  );
  const found = new Map();
  const above = [];
  for (const line of tree.trim().split('\n')) {
    const [, depth, name, version, licence] = /^(\d+)\|(\S+) v(\S+)[^|]*\|(.*?)(?: \(\*\))?$/.exec(line);
    const id = `${name}@${version}`;
    if (!found.has(id)) found.set(id, { name, version, licence, needs: new Set() });
    above[Number(depth)] = id;
    if (Number(depth) > 0) found.get(above[Number(depth) - 1]).needs.add(id);
  }
  return found;
}

function component(id, { name, version, licence }, type, checksum) {
  const purl = checksum === undefined ? undefined : `pkg:cargo/${id}`;
  const made = new Models.Component(type, name, { version, bomRef: id, purl });
  // Older crates write MIT/Apache-2.0 for a choice of licenses.
  const expression = licence.replaceAll('/', ' OR ');
  const { LicenseExpression, SpdxLicense } = Models;
  const Licence = SPDX.isSupportedSpdxId(expression) ? SpdxLicense : LicenseExpression;
  if (expression !== '') made.licenses.add(new Licence(expression));
  if (checksum !== undefined) made.hashes.set(Enums.HashAlgorithm['SHA-256'], checksum);
  return made;
}

function serverBom() {
  const found = crates();
  const known = checksums();
  const { Application, Library } = Enums.ComponentType;
  const components = new Map(
    [...found].map(([id, crate], at) => [id, component(id, crate, at === 0 ? Application : Library, known.get(id))]),
  );
  for (const [id, { needs }] of found) {
    for (const need of needs) components.get(id).dependencies.add(components.get(need).bomRef);
  }
  const [product, ...libraries] = components.values();
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: product }) });
  for (const library of libraries) bom.components.add(library);
  const normalize = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return new Serialize.JsonSerializer(normalize).serialize(bom, { sortLists: true, space: 2 });
}

const npm = ['--prefix', 'ui', 'sbom', '--package-lock-only', '--omit', 'dev'];
const documents = {
  'server.cdx.json': serverBom(),
  'app.cdx.json': run('npm', ...npm, '--sbom-format', 'cyclonedx', '--sbom-type', 'application'),
};
mkdirSync(FOLDER, { recursive: true });
for (const [name, text] of Object.entries(documents)) {
  writeFileSync(`${FOLDER}/${name}`, text.endsWith('\n') ? text : `${text}\n`);
  console.log(`${FOLDER}/${name}: ${JSON.parse(text).components.length} components`);
}
