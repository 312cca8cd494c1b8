import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const CLOSE = 0x8;

export interface FrameWish {
  /** Default: text, whole, masked. */
  readonly first?: number;
  readonly payload?: Uint8Array | string;
  readonly isMasked?: boolean;
  /** The length in the header, if it differs from the payload's. */
  readonly saysLength?: number;
}

/** One frame as a client may, or must not, send it (RFC 6455 §5.2). */
export function frameOf({ first = 0x81, payload = '', isMasked = true, saysLength }: FrameWish): Buffer {
  const bytes = Buffer.from(payload);
  const length = saysLength ?? bytes.length;
  const mark = isMasked ? 0x80 : 0;
  const header = length < 126 ? Buffer.from([first, mark | length]) : Buffer.alloc(length < 65_536 ? 4 : 10);
  if (length >= 126) {
    header[0] = first;
    header[1] = mark | (length < 65_536 ? 126 : 127);
    if (length < 65_536) header.writeUInt16BE(length, 2);
    else header.writeBigUInt64BE(BigInt(length), 2);
  }
  if (!isMasked) return Buffer.concat([header, bytes]);
  const mask = randomBytes(4);
  return Buffer.concat([header, mask, bytes.map((byte, i) => byte ^ (mask[i & 3] as number))]);
}

/** The request that opens a WebSocket. */
export const upgradeOf = (port: number): string =>
  `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** A browser's TCP connection that sends any bytes and is destroyed by `close`. */
export class RawConnection {
  /** The code in the server's close frame; null until there is one. */
  closedWith: number | null = null;
  /** True once the server has closed the connection. */
  isOver = false;
  #heard = Buffer.alloc(0);

  private constructor(readonly tcp: Socket) {
    tcp.on('data', (data) => this.#read(data));
    tcp.on('error', () => undefined);
    tcp.on('close', () => (this.isOver = true));
  }

  /** Connects and upgrades. */
  static async open(port: number): Promise<RawConnection> {
    const tcp = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(tcp, 'connect');
    tcp.write(upgradeOf(port));
    const [answer] = (await once(tcp, 'data')) as [Buffer];
    if (!answer.toString().startsWith('HTTP/1.1 101')) throw new Error(`no upgrade: ${answer.toString()}`);
    return new RawConnection(tcp);
  }

  write(bytes: Uint8Array): void {
    this.tcp.write(bytes);
  }
  send(wish: FrameWish): void {
    this.write(frameOf(wish));
  }
  end(): void {
    this.tcp.destroy();
  }

  /** Our server's frames are whole and short; only its close frame is of interest. */
  #read(data: Buffer): void {
    this.#heard = Buffer.concat([this.#heard, data]);
    while (this.#heard.length >= 2) {
      const short = this.#heard.readUInt8(1);
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (this.#heard.length < header) return;
      const length =
        short < 126 ? short : short === 126 ? this.#heard.readUInt16BE(2) : Number(this.#heard.readBigUInt64BE(2));
      if (this.#heard.length < header + length) return;
      const opcode = this.#heard.readUInt8(0) & 0x0f;
      if (opcode === CLOSE && length >= 2) {
        this.closedWith = this.#heard.readUInt16BE(header);
        this.tcp.end(frameOf({ first: 0x88, payload: this.#heard.subarray(header, header + 2) }));
      }
      this.#heard = this.#heard.subarray(header + length);
    }
  }
}
