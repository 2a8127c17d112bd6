/** Third-party analytics: a collector on its own port, whose script reads the data layer. */
import { signInByHand } from './support/people';
import { LocalServer } from './support/local-server';
import { expect, test as base } from './support/test';

/** What a tag script does with the data layer: handles its content, and what is added. */
const SCRIPT = `
  const layer = (window.dataLayer = window.dataLayer || []);
  const send = (command) => fetch(new URL('/collect', document.currentScript?.src ?? base), {
    method: 'POST', mode: 'no-cors', body: JSON.stringify([...command]),
  });
  const base = document.currentScript.src;
  layer.push = (command) => { send(command); return Array.prototype.push.call(layer, command); };
  layer.forEach(send);
`;

class Collector {
  readonly server: LocalServer;
  told: string[] = [];

  private constructor(server: LocalServer) {
    this.server = server;
  }

  static async start(): Promise<Collector> {
    const told: string[] = [];
    const server = await LocalServer.start((request, response) => {
      if (request.method !== 'POST') {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
        return;
      }
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        told.push(body);
        response.writeHead(204).end();
      });
    });
    const collector = new Collector(server);
    collector.told = told;
    return collector;
  }
}

const test = base.extend<object, { collector: Collector }>({
  collector: [
    async ({}, use) => {
      const collector = await Collector.start();
      await use(collector);
      await collector.server.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ collector }, use) => {
      await use({
        DEMANDATLAS_ANALYTICS_SCRIPT: `${collector.server.url}/tag.js`,
        DEMANDATLAS_ANALYTICS_ID: 'A-1',
      });
    },
    { scope: 'worker' },
  ],
  signedIn: false,
});

test('AUTH-13: a page view for each page, a login, and nothing that names anybody', async ({
  page,
  collector,
}) => {
  await page.goto('/logs?days=90');
  await signInByHand(page);
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  const told = () => collector.told.join('\n');
  await expect.poll(told).toContain('"event","login"');
  await expect.poll(told).toContain('"page_path":"/logs"');
  await expect.poll(told).toContain('"page_path":"/"');
  expect(told()).toContain('"config","A-1"');
  expect(told()).not.toMatch(/days=90|code=|state=|example\.com|Enya/);
});
