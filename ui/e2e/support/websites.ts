/** Websites of made-up businesses, on an address of this machine under names of their own, and a proxy. */
import { createServer, type Server as HttpServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { LocalServer } from './local-server';

const HOME = `<html><head><title>Cascade Test Brewing</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Brewery","name":"Cascade Test Brewing",
"telephone":"(541) 555-0199","openingHours":"Mo-Fr 09:00-17:00","priceRange":"$$"}</script></head>
<body><nav><a href="/contact">Contact</a> <a href="https://www.instagram.com/cascadetest">Instagram</a></nav>
<main><h1>Cascade Test Brewing</h1>
<p>We brew lagers and pale ales in Bend, with water from the river, and pour them in our taproom all week long.</p>
<p>See the <a href="/menu.pdf">menu</a>, or meet the growers of our hops every spring for the first harvest ale.</p>
</main></body></html>`;
const CONTACT = `<html><head><title>Contact us</title></head><body><main><h1>Contact us</h1>
<p>Write to <a href="mailto:info@cascade.example">info@cascade.example</a> for tours, tastings and all the rest.</p>
</main></body></html>`;
const QUIET = `<html><head><title>Quiet Test Brewing</title></head><body><main><h1>Quiet Test Brewing</h1>
<p>Nothing here but ales: our people would rather pour them for you than write about themselves on a page.</p>
</main></body></html>`;

export class Websites {
  private constructor(
    private readonly sites: LocalServer,
    private readonly proxy: HttpServer,
    /** What was asked of the proxy. */
    readonly tunnels: string[],
  ) {}

  static async start(): Promise<Websites> {
    const sites = await LocalServer.start(({ headers, url = '/' }, response) => {
      const host = (headers.host ?? '').replace(/^www\./, '').replace(/:\d+$/, '');
      const answer = (status: number, body: string, type = 'text/html') => {
        response.writeHead(status, { 'content-type': type });
        response.end(body);
      };
      if (url === '/robots.txt' && host === 'forbids.example') {
        answer(200, 'User-agent: *\nDisallow: /', 'text/plain');
      } else if (host === 'silent.example' && url === '/') {
        // It takes its time: nothing is answered.
      } else if (host === 'cascade.example' && url === '/') answer(200, HOME);
      else if (host === 'cascade.example' && url === '/contact') answer(200, CONTACT);
      else if (host === 'quiet.example' && url === '/') answer(200, QUIET);
      else if (host === 'seen.example') answer(200, '203.0.113.7\n', 'text/plain');
      else answer(404, '');
    }, '127.0.0.2');
    const tunnels: string[] = [];
    const proxy = createServer((asked, response) => {
      response.writeHead(501).end();
      asked.resume();
    });
    proxy.on('connect', ({ url = '' }, socket) => {
      tunnels.push(url);
      const [host, port] = url.split(':');
      const there = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        there.pipe(socket).pipe(there);
      });
      there.on('error', () => socket.destroy());
      socket.on('error', () => there.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.2', resolve));
    return new Websites(sites, proxy, tunnels);
  }

  /** With these a server reads them, and nothing else. */
  get settings(): Record<string, string> {
    const { address, port } = this.proxy.address() as AddressInfo;
    return {
      DEMANDATLAS_WEBSITES_CONTACT: 'ops@operator.example',
      DEMANDATLAS_WEBSITES_HOSTS: `proxy.example=${address}:${port},dead.example=127.0.0.3:1,*.example=${this.sites.address}`,
      DEMANDATLAS_PROXY_TEST_URL: 'http://seen.example/',
    };
  }

  async close(): Promise<void> {
    this.proxy.closeAllConnections();
    this.proxy.close();
    await this.sites.close();
  }
}
