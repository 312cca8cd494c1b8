import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Which connections a fault affects: those of the shards' locks, those that write the log, or all. */
type Which = 'lease' | 'writer' | 'all';
/** Text that only this kind of connection carries, early in its life. */
const MARKS = { lease: 'pg_advisory_lock_shared', writer: 'insert into event' } as const;
/** Time for the server to read a statement whose sender is cut off. */
const READ_MS = 50;

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  kind: Which;
}

/**
 * A TCP proxy to the database that cuts an append with a certain text: before the server has it, while the server works
 * on it, or after the server has answered. It can also break, freeze or slow down connections at any time.
 */
export async function cuttableLine(url: string) {
  const target = new URL(url);
  const pairs = new Set<Pair>();
  /** Connections that opened during a freeze: nothing ever reads that they have ended. */
  const unanswered = new Set<Socket>();
  let trap: { text: string; when: 'before' | 'during' | 'after' | 'never' } | undefined;
  let frozen: Which | undefined;
  let delayMs = 0;
  const isFrozen = ({ kind }: Pair) => frozen === 'all' || (frozen !== undefined && frozen === kind);

  const server = createServer((near) => {
    if (frozen === 'all') {
      near.pause();
      unanswered.add(near);
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    const pair: Pair = { near, far, kind: 'all' };
    pairs.add(pair);
    let swallow = false;
    const cut = () => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
    };
    const pass = (to: Socket, data: Buffer) => {
      if (delayMs === 0) to.write(data);
      else setTimeout(() => to.write(data), delayMs);
    };
    near.on('data', (data) => {
      if (data.includes(MARKS.lease)) pair.kind = 'lease';
      if (data.includes(MARKS.writer)) pair.kind = 'writer';
      if (trap && data.includes(trap.text)) {
        const { when } = trap;
        trap = undefined;
        if (when === 'never') return;
        if (when === 'before') return cut();
        if (when === 'during') setTimeout(cut, READ_MS);
        swallow = true;
      }
      pass(far, data);
    });
    far.on('data', (data) => (swallow ? cut() : pass(near, data)));
    for (const socket of [near, far]) {
      socket.on('error', cut);
      socket.on('close', cut);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line = new URL(url);
  line.hostname = '127.0.0.1';
  line.port = String((server.address() as AddressInfo).port);
  const breakOff = (which: Which) => {
    for (const pair of [...pairs]) if (which === 'all' || pair.kind === which) pair.near.destroy();
  };
  return {
    url: line.href,
    /** Breaks the next append that contains the text. */
    cutAt: (text: string, when: 'before' | 'during' | 'after') => void (trap = { text, when }),
    /** Drops the next data that contain the text: the connection stays open and silent. */
    dropAt: (text: string) => void (trap = { text, when: 'never' }),
    /** Breaks open connections; new ones are accepted. */
    breakOff,
    /**
     * Freezes all traffic without closing anything, as a vanished network does; what is sent meanwhile arrives at the
     * thaw.
     */
    freeze: (which: Which = 'all') => {
      frozen = which;
      for (const pair of [...pairs].filter(isFrozen)) {
        pair.near.pause();
        pair.far.pause();
      }
    },
    thaw: () => {
      frozen = undefined;
      for (const { near, far } of pairs) {
        near.resume();
        far.resume();
      }
    },
    /** Delays everything by this much in each direction. */
    slow: (ms: number) => void (delayMs = ms),
    close: () => {
      breakOff('all');
      for (const near of unanswered) near.destroy();
      server.close();
    },
  };
}
