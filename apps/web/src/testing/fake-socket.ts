import { beforeEach } from '@jest/globals';
import { ClientFrame, ServerFrame } from '@earworm/contracts';
import { act } from '@testing-library/react';

/** The server's end of a WebSocket: what the page sends is kept, and only frames of the protocol go either way. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (last === undefined) throw new Error('the page has not connected');
    return last;
  }

  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((end: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly received: ClientFrame[] = [];
  isClosed = false;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.received.push(ClientFrame.parse(JSON.parse(text)));
  }
  close(): void {
    this.isClosed = true;
  }

  accept(): Promise<void> {
    return act(async () => this.onopen?.());
  }
  deliver(...frames: ServerFrame[]): Promise<void> {
    return act(async () => {
      for (const frame of frames) this.onmessage?.({ data: JSON.stringify(ServerFrame.parse(frame)) });
    });
  }
  cut(): Promise<void> {
    return act(async () => this.onclose?.({ code: 1006 }));
  }
}

beforeEach(() => {
  FakeSocket.all = [];
  Object.assign(globalThis, { WebSocket: FakeSocket });
});
