/**
 * Generates the RTK Query client from the server's OpenAPI document.
 *
 *   node scripts/codegen.mjs          write src/shared/api/generated.ts
 *   node scripts/codegen.mjs --check  fail when the committed file is stale (part of `npm run lint`)
 *
 * OPENAPI_DOCUMENT points to another document, for working against a server that is not merged yet.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import * as prettier from 'prettier';

const target = fileURLToPath(new URL('../src/shared/api/generated.ts', import.meta.url));
const schemaFile =
  process.env.OPENAPI_DOCUMENT ?? fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

const generated = await generateEndpoints({
  schemaFile,
  apiFile: fileURLToPath(new URL('../src/shared/api/empty-api.ts', import.meta.url)),
  apiImport: 'emptyApi',
  exportName: 'generatedApi',
  // Otherwise a subject id such as `auth0|u1` would be sent unencoded.
  encodePathParams: true,
  // A search costs credits, so it must never be repeated automatically, as a cached query would be.
  endpointOverrides: [
    { pattern: 'scrape', type: 'mutation' },
    // Computes a moment and changes nothing.
    { pattern: 'previewMonitor', type: 'query' },
    // The base query gives each write a key of its own.
    { pattern: /./, parameterFilter: (_, { name }) => name !== 'Idempotency-Key' },
  ],
  // Calls of other programs, which this one makes for many companies at once.
  filterEndpoints: (name) => !['removeSavedCompany', 'restoreSavedCompany', 'syncCompanyCrm'].includes(name),
  hooks: false,
  tag: false,
});
const source = [
  '// Generated from docs/openapi.json by `npm run codegen`. Do not edit.',
  generated.replaceAll(/from "[^"]*empty-api"/g, "from './empty-api'"),
].join('\n');
const options = await prettier.resolveConfig(target);
const formatted = await prettier.format(source, { ...options, filepath: target });

if (process.argv.includes('--check')) {
  const committed = await readFile(target, 'utf8').catch(() => '');
  if (committed !== formatted) {
    console.error(
      'src/shared/api/generated.ts does not match docs/openapi.json: run `npm run codegen` and commit it.',
    );
    process.exit(1);
  }
} else {
  await writeFile(target, formatted);
}
