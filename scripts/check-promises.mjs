#!/usr/bin/env node
// Tables in docs whose last column is headed "held by" say which test holds each promise. This script checks that every
// test they name exists and runs, every file and `make` target too, and that a row without any says **missing**.
//
// Text in backticks in that column is the name of a Rust test, the title of a test of the browser app (or its
// beginning), a file, or `make target`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const DOCUMENTS = ['docs/security.md', 'docs/reliability.md', 'docs/ARCHITECTURE.md', 'docs/asvs.md'];
const HEAD = 'held by';
/** Macros of ours, and proptest's, that make a test of each function in them. */
const MAKES_TESTS = /^\s*(?:\w+::)*(?:on_both_engines|on_every_log|on_the_former_version|proptest)!\s*\{$/;
const ATTRIBUTE = /^\s*(?:#\[|\/\/)/;
const FUNCTION = /^\s*(?:pub(?:\([^)]*\))? )?(?:async )?fn (\w+)\s*[(<]/;

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const files = listed.split('\0').filter((file) => existsSync(file));

/** The tests of a Rust file that run: with `#[test]` and the like, or straight inside one of the macros above. */
function rustTests(text) {
  const found = [];
  let attributes = '';
  let inside;
  for (const line of text.split('\n')) {
    if (MAKES_TESTS.test(line)) {
      inside = /^\s*/.exec(line)[0];
    } else if (inside !== undefined && line === `${inside}}`) {
      inside = undefined;
    } else if (ATTRIBUTE.test(line)) {
      attributes += line.trim().startsWith('#[') ? line : '';
      continue;
    }
    const name = FUNCTION.exec(line)?.[1];
    const direct = inside !== undefined && new RegExp(`^${inside} {4}\\S`).test(line);
    const marked = /#\[(?:\w+::)*test\b/.test(attributes);
    if (name !== undefined && (direct || marked) && !/#\[ignore\b/.test(attributes)) found.push(name);
    attributes = '';
  }
  return found;
}

/** Titles of the browser app's tests; one that is skipped is none. */
function titles(text) {
  const call = /\b(?:it|test)(?:\.each\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...text.matchAll(call)].map(([, , title]) => title.replace(/\\(.)/g, '$1'));
}

const read = (pattern) => files.filter((file) => pattern.test(file)).map((file) => readFileSync(file, 'utf8'));
const rust = new Set(read(/\.rs$/).flatMap(rustTests));
const app = read(/^ui\/.*\.(?:test\.tsx?|e2e\.ts)$/).flatMap(titles);
const targets = new Set([...readFileSync('Makefile', 'utf8').matchAll(/^([a-z0-9-]+):/gm)].map(([, name]) => name));

function isThere(name) {
  if (name.startsWith('make ')) return targets.has(name.slice('make '.length));
  if (/^[a-z0-9_]+$/.test(name) && name.includes('_')) return rust.has(name);
  if (/^[\w./-]+$/.test(name)) return existsSync(name);
  return app.some((title) => title.startsWith(name));
}

/** The rows of a document's tables that are headed as above, with their lines' numbers. */
function rows(document) {
  const found = [];
  let headed;
  readFileSync(document, 'utf8')
    .split('\n')
    .forEach((line, at) => {
      const last = line.startsWith('|') ? line.split('|').at(-2).trim() : undefined;
      if (last === undefined) headed = undefined;
      else if (headed === undefined) headed = last === HEAD;
      else if (headed && !/^-+$/.test(last)) found.push({ line, last, place: `${document}:${at + 1}` });
    });
  return found;
}

const problems = [];
for (const document of DOCUMENTS) {
  const found = rows(document);
  if (found.length === 0) problems.push(`${document}: there is no table whose last column is headed '${HEAD}'.`);
  for (const { line, last, place } of found) {
    const names = [...last.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    for (const name of names.filter((name) => !isThere(name)))
      problems.push(`${place}: there is no test that runs, no file and no target '${name}'.`);
    if (names.length === 0 && !line.includes('**missing**')) {
      problems.push(`${place}: name what holds this, or say that it is **missing**.`);
    }
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
