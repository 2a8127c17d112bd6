// Websites on 127.0.0.2: those of websites/tests/sites, as often as they are asked for. `bakery-17.example` is another
// website than `bakery-18.example`, with the same pages. A process of its own for benchmarks (`servedSites`).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../websites/tests/sites/', import.meta.url);

const names = readdirSync(FOLDER).sort();

/** The host of a website: one of the fixtures, in turn, with a number that makes it one of its own. */
export function hostOf(turn, number) {
  return names[turn % names.length].replace(/\.example$/, `-${number}.example`);
}

/** A server of them: its address, how many pages were asked for since the last time, and its end. */
export async function servedSites() {
  const child = fork(fileURLToPath(import.meta.url));
  const [address] = await once(child, 'message');
  return {
    address,
    asked: async () => {
      const answer = once(child, 'message');
      child.send('asked');
      return (await answer)[0];
    },
    stop: () => child.kill(),
  };
}

/** The pages of each website by name, as bytes in the form of text. */
function readSites() {
  return new Map(
    names.map((host) => {
      const { pages, headers = {} } = JSON.parse(readFileSync(new URL(`${host}/site.json`, FOLDER), 'utf8'));
      const read = Object.entries(pages).map(([path, file]) => {
        const kind = path === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8';
        const body = readFileSync(new URL(`${host}/${file}`, FOLDER), 'latin1');
        return [path, { body, headers: { 'content-type': kind, ...headers[path] } }];
      });
      return [host, new Map(read)];
    }),
  );
}

async function serve() {
  const sites = readSites();
  let asked = 0;
  const server = createServer((request, response) => {
    const host = request.headers.host.replace(/^www\./, '');
    const original = host.replace(/-\d+\.example$/, '.example');
    const pages = sites.get(original);
    const [path] = request.url.split('?');
    const page = pages?.get(request.url) ?? pages?.get(path.replace(/\/+$/, '') || '/') ?? pages?.get(path);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (path !== '/robots.txt') asked += 1;
    // The fixtures are served without TLS.
    const body = page.body
      .replaceAll(new RegExp(`https(:|:\\\\?/\\\\?/)(?=/*(www\\.)?${original.replaceAll('.', '\\.')})`, 'g'), 'http$1')
      .replaceAll(original, host);
    response.writeHead(200, page.headers).end(Buffer.from(body, 'latin1'));
  });
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  process.send(`127.0.0.2:${server.address().port}`);
  process.on('message', () => {
    process.send(asked);
    asked = 0;
  });
  process.on('disconnect', () => process.exit());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve();
