import type { SocketClass } from '@earworm/client';

/** Writes down every byte that a socket receives, before anybody reads it. */
export class Eavesdropper {
  readonly #heard: string[] = [];

  /** A WebSocket that is listened to; each socket made of it is written into the same record. */
  readonly Socket: SocketClass = recording((text) => this.#heard.push(text));

  get everything(): string {
    return this.#heard.join('\n');
  }
  get frames(): number {
    return this.#heard.length;
  }
}

const recording = (hear: (text: string) => void): SocketClass =>
  class extends WebSocket {
    constructor(url: string) {
      super(url);
      this.addEventListener('message', ({ data }) => {
        hear(typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer).toString('utf8'));
      });
    }
  };
