#!/usr/bin/env node
// Four things that neither clippy nor eslint sees: files too long to be read at a sitting, Rust files that import
// each other in a circle (circles of the browser app are eslint's import-x/no-cycle), public types and functions
// without a doc comment (rustc's missing_docs asks for one on every field and variant, too), and examples in doc
// comments, which nothing would run (`doctest = false`).
// A name that a module only re-exports (`pub use`) counts as imported from the file that defines it, and re-exporting
// counts as importing.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MOST_LINES = 450;
const OURS = /(\.(rs|ts|tsx|css|mjs|js|py|sh)|(^|\/)Makefile|^scripts\/[a-z-]+|^\.ci\/.+)$/;
const MADE = new Set(['ui/src/shared/api/generated.ts']);

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const files = listed.split('\0').filter((file) => OURS.test(file) && existsSync(file));
const known = new Set(files);
const problems = [];

for (const file of files.filter((name) => !MADE.has(name))) {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  if (lines > MOST_LINES) {
    problems.push(`${file} has ${lines} lines, ${MOST_LINES} is the most: split it by what it does.`);
  }
}

/** The code alone: no comments, no texts, no tests that stand at a file's end. */
function code(file) {
  return readFileSync(file, 'utf8')
    .replace(/\/\/[^\n]*/g, '')
    .replace(/"(?:\\[^]|[^"\\])*"/g, '""')
    .replace(/pub\(in [^)]*\)/g, 'pub(crate)')
    .replace(/#\[cfg\(test\)\]\s*mod \w+ \{[^]*$/, '');
}

/** `a::{b, c::{d}}` as `a::b` and `a::c::d`. */
function paths(tree) {
  const text = tree.replace(/\s+as\s+\w+/g, '').replace(/\s/g, '');
  const open = text.indexOf('{');
  if (open < 0) return [text];
  const parts = [''];
  let depth = 0;
  for (const char of text.slice(open + 1, text.lastIndexOf('}'))) {
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
  }
  return parts.filter(Boolean).flatMap((part) => paths(text.slice(0, open) + part));
}

/** The modules of a crate: path to file and to what the file names. */
function modules(root) {
  const found = new Map();
  const visit = (path, file) => {
    const text = code(file);
    found.set(path.join('::'), { file, path, text, uses: [] });
    const home = ['mod.rs', 'lib.rs', 'main.rs'].includes(basename(file))
      ? dirname(file)
      : file.slice(0, -'.rs'.length);
    for (const [, attributes, name] of text.matchAll(
      /((?:#\[[^\]]*\]\s*)*)(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/g,
    )) {
      if (attributes.includes('cfg(test)')) continue;
      const child = [join(home, `${name}.rs`), join(home, name, 'mod.rs')].find((at) => known.has(at));
      if (child !== undefined) visit([...path, name], child);
    }
  };
  visit([], root);
  for (const module of found.values()) {
    const uses = module.text.matchAll(/\buse\s+([^;]+);/g);
    const body = module.text.replace(/\buse\s+[^;]+;/g, '');
    const inline = body.matchAll(/(?<![:\w])((?:crate|super|self)(?:::\w+)+)/g);
    const children = body.matchAll(/(?<![:\w])(\w+(?:::\w+)+)/g);
    module.uses = [...uses, ...inline, ...children].flatMap(([, path]) => paths(path));
  }
  return found;
}

/** The file whose definition a path names, seen from a module; nothing where it is of another crate. */
function definedIn(found, from, path, depth = 0) {
  const names = path.split('::');
  let at = [...from.path];
  if (names[0] === 'crate') at = [];
  else if (names[0] !== 'self' && names[0] !== 'super' && !found.has([...at, names[0]].join('::'))) {
    return undefined;
  }
  while (names[0] === 'super') {
    at.pop();
    names.shift();
  }
  if (names[0] === 'crate' || names[0] === 'self') names.shift();
  while (names.length > 0 && found.has([...at, names[0]].join('::'))) at.push(names.shift());
  const module = found.get(at.join('::'));
  if (names.length > 0 && module !== from && depth < 8) {
    for (const passedOn of module.uses.filter((use) => use !== path && use.endsWith(`::${names[0]}`))) {
      const file = definedIn(found, module, passedOn, depth + 1);
      if (file !== undefined && file !== module.file) return file;
    }
  }
  return module.file;
}

/** Tarjan's strongly connected components of more than one file. */
function circles(arrows) {
  const [order, low, stack, result] = [new Map(), new Map(), [], []];
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    for (const next of arrows.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) === order.get(file)) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) result.push(circle.sort());
    }
  };
  for (const file of arrows.keys()) if (!order.has(file)) visit(file);
  return result;
}

for (const root of files.filter((file) => /(^|\/)src\/(lib|main)\.rs$/.test(file))) {
  const found = modules(root);
  const arrows = new Map([...found.values()].map(({ file }) => [file, new Set()]));
  for (const module of found.values()) {
    for (const path of module.uses) {
      const file = definedIn(found, module, path);
      if (file !== undefined && file !== module.file) arrows.get(module.file).add(file);
    }
  }
  for (const circle of circles(arrows)) {
    problems.push(`These files import each other in a circle: ${circle.join(', ')}.`);
  }
}

const PUBLIC = /^\s*pub (?:(?:async|const|unsafe) )*(fn|struct|enum|trait|type|const|static) (\w+)/;

/** Lines without attributes, however long those are, and without tests that end the file. */
function withoutAttributes(file) {
  const lines = [];
  let open = 0;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('#[cfg(test)]')) break;
    if (open === 0 && !/^\s*#\[/.test(line)) {
      lines.push(line);
    } else {
      open += line.split('[').length - line.split(']').length;
      lines.push(undefined);
    }
  }
  return lines;
}

for (const file of files.filter((name) => /(^|\/)src\/.*\.rs$/.test(name) && !/(^|\/)tests(\.rs|\/)/.test(name))) {
  let above;
  let fenced = false;
  withoutAttributes(file).forEach((line, index) => {
    if (line === undefined) return;
    const [, kind, name] = PUBLIC.exec(line) ?? [];
    if (name !== undefined && !/^\s*\/\/\//.test(above)) {
      problems.push(`${file}:${index + 1}: ${kind} ${name} has no doc comment.`);
    }
    const fence = /^\s*\/\/[/!]\s*```(\w*)/.exec(line);
    if (fence !== null) {
      if (!fenced && fence[1] !== 'text') {
        problems.push(`${file}:${index + 1}: examples in doc comments are not run: write a test.`);
      }
      fenced = !fenced;
    }
    above = line;
  });
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
