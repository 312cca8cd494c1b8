import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { keepListener } from './kept-listener.mjs';

/** A handle as Node passes it between processes: each message brings another copy. */
class Copy {
  isOpen = true;
  close = () => void (this.isOpen = false);
}
class Server extends EventEmitter {
  got: unknown;
  send = (_message: string, handle: unknown) => (this.got = handle);
  /** Sends a copy of what it listens on. */
  listens(copy = new Copy()) {
    this.emit('message', 'listener', copy);
    return copy;
  }
}

describe('listening socket of the launcher', () => {
  const started = (listener: ReturnType<typeof keepListener>) => {
    const server = new Server();
    listener.share(server);
    return server;
  };

  it('reaches every further server', () => {
    const listener = keepListener();
    const first = started(listener);
    expect(first.got).toBeUndefined();
    const copy = first.listens();
    for (let n = 2; n < 5; n++) expect(started(listener).got).toBe(copy);
  });

  it('keeps one copy open, however many servers listened on it', () => {
    const listener = keepListener();
    const copies = [1, 2, 3].map(() => started(listener).listens());
    expect(copies.map(({ isOpen }) => isOpen)).toEqual([true, false, false]);
  });

  it('leaves no copy open when it is closed, and then comes from the next server', () => {
    const listener = keepListener();
    const copies = [1, 2, 3].map(() => started(listener).listens());
    listener.close();
    expect(copies.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
    const next = started(listener);
    expect(next.got).toBeUndefined();
    const copy = next.listens();
    expect(started(listener).got).toBe(copy);
  });

  it('closes when a server listens after the launcher was stopped', () => {
    const listener = keepListener();
    const server = started(listener);
    listener.end();
    expect(server.listens().isOpen).toBe(false);
  });
});
