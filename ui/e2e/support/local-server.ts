/** A server of the flows' own on this machine, which plays a service that the product asks. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export class LocalServer {
  readonly #server: Server;

  private constructor(listener: RequestListener) {
    this.#server = createServer(listener);
  }

  static async start(listener: RequestListener, host = '127.0.0.1'): Promise<LocalServer> {
    const local = new LocalServer(listener);
    await new Promise<void>((resolve) => local.#server.listen(0, host, resolve));
    return local;
  }

  get url(): string {
    return `http://${this.address}`;
  }

  get address(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `${address}:${port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
