/**
 * A proxy between browser and product that forwards everything except for one path, where it fails as networks and
 * servers do. Use it as `browser.newContext({ proxy: { server: proxy.url } })`.
 */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { LocalServer } from './local-server';

export type Fault =
  /** Nothing is ever answered. */
  | 'silence'
  /** The connection is closed at once. */
  | 'refusal'
  /** The product's own answer breaks off in its middle. */
  | 'break'
  /** Somebody else answers: a server that is busy, a portal of some network. */
  | { status: number; body: string };

export class FaultyProxy {
  #local: LocalServer | null = null;
  #path = '';
  #fault: Fault | null = null;

  static async start(): Promise<FaultyProxy> {
    const proxy = new FaultyProxy();
    proxy.#local = await LocalServer.start((request, response) => {
      proxy.#answer(request, response);
    });
    return proxy;
  }

  get url(): string {
    return this.#local?.url ?? '';
  }

  /** The path to fail on, until changed; null for none. */
  fail(path: string, fault: Fault | null): void {
    this.#path = path;
    this.#fault = fault;
  }

  async close(): Promise<void> {
    await this.#local?.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const fault = new URL(request.url ?? '').pathname === this.#path ? this.#fault : null;
    if (fault === null || fault === 'break') passOn(request, response, fault === 'break');
    else if (fault === 'refusal') request.socket.destroy();
    else if (fault !== 'silence')
      response.writeHead(fault.status, { 'content-type': 'application/json' }).end(fault.body);
  }
}

/** Requests to a proxy have absolute URLs. */
function passOn(request: IncomingMessage, response: ServerResponse, breaks: boolean): void {
  const { url = '', method, headers } = request;
  const passed = httpRequest(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (!breaks) {
      answer.pipe(response);
      return;
    }
    answer.once('data', (piece: Buffer) => {
      response.write(piece.subarray(0, piece.length / 2), () => request.socket.destroy());
    });
  });
  passed.on('error', () => request.socket.destroy());
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}
