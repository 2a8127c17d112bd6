/** A mail server on this machine, which keeps what it is sent. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from '@playwright/test';

/** Where the links in e-mails lead: the flows open their paths on the server under test. */
const PUBLIC_URL = 'https://atlas.example';
const MAIL_TIMEOUT_MS = 30_000;

interface Mail {
  to: string;
  text: string;
}

export class MailServer {
  readonly mails: Mail[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => {
      receive(socket, (mail) => this.mails.push(mail));
    });
  }

  static async start(): Promise<MailServer> {
    const mail = new MailServer();
    await new Promise<void>((resolve) => mail.#server.listen(0, '127.0.0.1', resolve));
    return mail;
  }

  /** With these a server sends its e-mails here. */
  get settings(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      DEMANDATLAS_SMTP_URL: `smtp://127.0.0.1:${port}`,
      DEMANDATLAS_MAIL_FROM: 'DemandAtlas <news@atlas.example>',
      DEMANDATLAS_PUBLIC_URL: PUBLIC_URL,
    };
  }

  /** The path of the link to a page in the newest e-mail to an address, once it is here. */
  async linkTo(address: string, page: string): Promise<string> {
    const link = new RegExp(`${PUBLIC_URL}(${page}\\?token=[^\\s>]+)`);
    const found = () => this.mails.findLast(({ to }) => to === address)?.text.match(link)?.[1];
    await expect.poll(found, { timeout: MAIL_TIMEOUT_MS }).toBeDefined();
    return found() ?? '';
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const END_OF_DATA = '\r\n.\r\n';

/** As much of SMTP as a sender needs. */
function receive(socket: Socket, keep: (mail: Mail) => void): void {
  let pending = '';
  let to = '';
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const obey = (command: string) => {
    const verb = command.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') to = /<([^>]*)>/.exec(command)?.[1] ?? '';
    isData = verb === 'DATA';
    if (verb === 'QUIT') socket.end('221 Bye\r\n');
    else say(isData ? '354 Go on' : '250 OK');
  };
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    pending += chunk;
    for (;;) {
      const end = pending.indexOf(isData ? END_OF_DATA : '\r\n');
      if (end < 0) return;
      const part = pending.slice(0, end);
      pending = pending.slice(end + (isData ? END_OF_DATA.length : 2));
      if (isData) {
        keep({ to, text: readable(part) });
        isData = false;
        say('250 Kept');
      } else obey(part);
    }
  });
  say('220 mail.example ready');
}

/** Without the line breaks and escapes of quoted-printable. */
function readable(mail: string): string {
  if (!/^content-transfer-encoding: *quoted-printable/im.test(mail)) return mail;
  return mail
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
