import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { SocketLike } from '@earworm/client';

const TEXT = 0x1;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;
const FINAL = 0x80;
const MASKED = 0x80;
const MASK_BYTES = 4;

/** All sockets of this process read into one buffer: what is read is used up before the next read begins. */
const readBuffer = Buffer.allocUnsafe(256 * 1024);

const TEXTS_KEPT = 4;

/**
 * The newest texts that were read by the sockets of one game. The next socket mostly hears the same bytes, and then
 * gets the very same string: comparing is cheaper than decoding, and costs the collector nothing.
 */
export class ReceivedTexts {
  readonly #heard: { readonly bytes: Buffer; readonly text: string }[] = [];

  text(bytes: Buffer, start: number, end: number): string {
    for (const entry of this.#heard) {
      if (entry.bytes.length === end - start && entry.bytes.compare(bytes, start, end) === 0) return entry.text;
    }
    const text = bytes.toString('utf8', start, end);
    if (this.#heard.unshift({ bytes: Buffer.from(bytes.subarray(start, end)), text }) > TEXTS_KEPT) this.#heard.pop();
    return text;
  }
}

export interface SharedBySockets {
  readonly texts: ReceivedTexts;
  readonly onCreated?: (socket: LeanSocket) => void;
  /** Throws where no socket can be opened. */
  readonly beforeConnecting?: () => void;
}

/** Sockets that share what they read, for all clients of a game; `headers` go with the upgrade. */
export function leanSockets(
  headers: Readonly<Record<string, string>> = {},
  { texts, onCreated, beforeConnecting }: SharedBySockets = { texts: new ReceivedTexts() },
): new (address: string) => LeanSocket {
  return class extends LeanSocket {
    constructor(address: string) {
      beforeConnecting?.();
      super(address, texts, headers);
      onCreated?.(this);
    }
  };
}

/**
 * The client's end of RFC 6455 for a server of ours that sends whole, uncompressed text frames. Thousands of these live
 * on the cores of the server that they measure, so it skips what a general client needs: streams, events, fragments.
 */
export class LeanSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  readonly #tcp: Socket;
  #upgraded = false;
  #closeCode = 1006;
  #isMute = false;
  /** The beginning of a frame, or of the server's answer to the upgrade, whose rest has not come yet. */
  #rest: Buffer | null = null;

  constructor(
    address: string,
    private readonly texts = new ReceivedTexts(),
    headers: Readonly<Record<string, string>> = {},
  ) {
    const url = new URL(address);
    const onread = { buffer: readBuffer, callback: (length: number) => this.#read(readBuffer.subarray(0, length)) };
    this.#tcp = connect({ host: url.hostname, port: Number(url.port || 80), noDelay: true, onread });
    this.#tcp.on('error', (error) => this.onerror?.(error));
    this.#tcp.on('close', () => this.onclose?.({ code: this.#closeCode }));
    const key = randomBytes(16).toString('base64');
    this.#tcp.write(
      `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n` +
        `${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
    );
  }

  send(text: string): void {
    if (!this.#isMute) this.#tcp.write(masked(TEXT, Buffer.from(text)));
  }

  close(): void {
    if (this.#isMute) return;
    if (this.#upgraded) this.#tcp.end(masked(CLOSE, Buffer.from([0x03, 0xe8])));
    else this.#tcp.destroy();
  }

  /** The line breaks, without a word to either end. */
  cut(): void {
    this.#tcp.destroy();
  }

  /** The line is dead, and neither end hears of it. */
  mute(): void {
    this.#isMute = true;
    this.#tcp.pause();
  }

  /** True: go on reading. */
  #read(chunk: Buffer): boolean {
    let bytes = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    if (!this.#upgraded) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end >= 0) this.#answered(bytes.toString('latin1', 0, end));
      bytes = end < 0 ? bytes : bytes.subarray(end + 4);
    }
    const used = this.#upgraded ? this.#frames(bytes) : 0;
    this.#rest = used < bytes.length ? Buffer.from(bytes.subarray(used)) : null;
    return true;
  }

  #answered(head: string): void {
    if (!head.startsWith('HTTP/1.1 101 ')) {
      this.#tcp.destroy(new Error(`no upgrade: ${head.split('\r\n', 1)[0]}`));
      return;
    }
    this.#upgraded = true;
    this.onopen?.({});
  }

  /** Takes every whole frame; returns how many bytes those were. */
  #frames(bytes: Buffer): number {
    let at = 0;
    while (bytes.length - at >= 2) {
      const short = (bytes[at + 1] as number) & 0x7f;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length - at < header) return at;
      const length =
        short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
      const start = at + header;
      if (bytes.length - start < length) return at;
      const opcode = (bytes[at] as number) & 0x0f;
      at = start + length;
      if (opcode === TEXT) this.onmessage?.({ data: this.texts.text(bytes, start, at) });
      else if (opcode === PING) this.#tcp.write(masked(PONG, bytes.subarray(start, at)));
      else if (opcode === CLOSE) {
        this.#closeCode = length >= 2 ? bytes.readUInt16BE(start) : 1005;
        this.#tcp.end(masked(CLOSE, bytes.subarray(start, Math.min(at, start + 2))));
      }
    }
    return at;
  }
}

/** One whole frame as a client must send it. */
function masked(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const header = length < 126 ? 2 : 4;
  if (length > 0xffff) throw new RangeError('a client of ours sends no frame of over 64 KiB');
  const frame = Buffer.allocUnsafe(header + MASK_BYTES + length);
  frame[0] = FINAL | opcode;
  frame[1] = MASKED | (header === 2 ? length : 126);
  if (header === 4) frame.writeUInt16BE(length, 2);
  const mask = randomBytes(MASK_BYTES);
  frame.set(mask, header);
  for (let i = 0; i < length; i++) frame[header + MASK_BYTES + i] = (payload[i] as number) ^ (mask[i & 3] as number);
  return frame;
}
