/** A tile server for maps, so that no flow asks the internet: answers plain tiles, errors, or not at all. */
import { LocalServer } from './local-server';

const TILE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">' +
  '<rect width="256" height="256" fill="#eef2ee"/>' +
  '<path d="M0 0H256M0 0V256M0 128H256M128 0V256" stroke="#d5ddd6"/></svg>';

export class TileServer {
  /** What it does with requests; flows that change it put it back (`afterEach`). */
  mode: 'plain' | 'failing' | 'silent' = 'plain';
  #local: LocalServer | null = null;

  static async start(): Promise<TileServer> {
    const tiles = new TileServer();
    tiles.#local = await LocalServer.start((_request, response) => {
      if (tiles.mode === 'plain') {
        response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }).end(TILE);
      } else if (tiles.mode === 'failing') {
        response.writeHead(503).end();
      }
    });
    return tiles;
  }

  /** The template for `DEMANDATLAS_TILE_URL`. */
  get urlTemplate(): string {
    return `${this.#local?.url ?? ''}/{z}/{x}/{y}.svg`;
  }

  async close(): Promise<void> {
    await this.#local?.close();
  }
}
