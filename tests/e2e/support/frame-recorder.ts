import type { SocketClass } from '@earworm/client';

/** Records every byte that its sockets receive. */
export class FrameRecorder {
  readonly #frames: string[] = [];

  readonly Socket: SocketClass = recording((text) => this.#frames.push(text));

  get everything(): string {
    return this.#frames.join('\n');
  }
  get frames(): number {
    return this.#frames.length;
  }
}

const recording = (record: (text: string) => void): SocketClass =>
  class extends WebSocket {
    constructor(url: string) {
      super(url);
      this.addEventListener('message', ({ data }) => {
        record(typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer).toString('utf8'));
      });
    }
  };
