import { frameOf, upgradeOf } from '@earworm/gateway/testing/raw-connection';
import { PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { connect, type Socket as Tcp } from 'node:net';
import { inParallel } from '../../load/sockets.js';
import { attempt, type AttackClass } from '../attempt.js';
import type { Target } from '../target.js';

/** More than a product with 1,024 file descriptors can hold. */
const LINES = 1_500;
const ADDRESSES = 100;
const OPENED_AT_ONCE = 100;
/** A client whose connection was ended comes back. */
const BACK_AFTER_MS = 1_000;
/** How long newcomers come, one after the other: longer than the gateway waits for a socket that it has closed. */
const LASTS_MS = { short: 4_000, whole: 15_000 };
const NEWCOMER_WITHIN_MS = 3_000;
const ENDS_WITHIN_MS = 10_000;
/** Between two processes. */
const NOTICED_WITHIN_MS = 1_000;

/** Parts are sent one after another; a reader takes what it is sent. */
interface Kind {
  readonly parts: (port: number) => readonly (string | Uint8Array)[];
  readonly reads?: boolean;
}

const HELLO = { type: 'hello', protocol: PROTOCOL_VERSION, rules: RULES, as: 'player', gameId: 'game', token: 'none' };
const post = (port: number, more: string) => `POST /api/identity/guest HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}`;

const REFUSED_HELLO: Kind = {
  parts: (port) => [upgradeOf(port), frameOf({ payload: JSON.stringify(HELLO) })],
};
/** Half requests, and sockets without a valid first frame. */
const ENDING: Readonly<Record<string, Kind>> = {
  silent: { parts: () => [] },
  'half a header': { parts: (port) => [post(port, '')] },
  'half a body': { parts: (port) => [post(port, 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{')] },
  'chunks without an end': { parts: (port) => [post(port, 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n')] },
  'half an upgrade': { parts: (port) => [upgradeOf(port).slice(0, -2)] },
  'a socket without a first frame': { parts: (port) => [upgradeOf(port)] },
  'half a first frame': { parts: (port) => [upgradeOf(port), frameOf({ saysLength: 1_000 })] },
  'a first frame that is none': { parts: (port) => [upgradeOf(port), frameOf({ payload: 'x' })] },
  'a hello without a token': REFUSED_HELLO,
};
/** Together more than the kernel keeps for a client. */
const UNREAD_RESPONSES = 10;
const unread = (path: string): Kind => ({
  parts: (port) => [`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(UNREAD_RESPONSES)],
  reads: false,
});

/** Guests that look at a game: each has an allowance of hellos. */
const ONLOOKERS = 60;
/** A valid first frame of a guest who takes no seat. */
const onlooker = (gameId: string, token: () => string): Kind => ({
  parts: (port) => [upgradeOf(port), frameOf({ payload: JSON.stringify({ ...HELLO, gameId, token: token() }) })],
});
/** What one address may have in the line for game codes. */
const CODES_AT_ONCE = 40;
/** Asks for one wrong code after the other, in the line of an address whose tries are used up. */
const inLineForCodes = (address: string): Kind => {
  let asked = 0;
  const code = () =>
    `ZZZZ${String.fromCharCode(65 + (asked % 8))}${String.fromCharCode(65 + (asked++ % CODES_AT_ONCE) / 8)}`;
  const request = (port: number) =>
    `GET /api/games/by-code/${code()} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  return { parts: (port) => [Array.from({ length: UNREAD_RESPONSES }, () => request(port)).join('')] };
};

class Lines {
  readonly #open = new Set<Tcp>();
  #isOver = false;

  constructor(private readonly target: Target) {}

  /** Opens it, and again whenever the product has ended it. Resolves once it is connected. */
  async keep(kind: Kind, localAddress: string): Promise<void> {
    if (this.#isOver) return;
    const tcp = this.open(kind, localAddress);
    tcp.once('close', () => setTimeout(() => void this.keep(kind, localAddress), BACK_AFTER_MS).unref());
    await new Promise<void>((resolve) => tcp.once('connect', () => resolve()).once('close', () => resolve()));
  }

  open({ parts, reads = true }: Kind, localAddress = '127.0.0.1'): Tcp {
    const { port } = this.target;
    const tcp = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    tcp.on('error', () => undefined).once('close', () => this.#open.delete(tcp));
    this.#open.add(tcp);
    const [first = '', ...others] = parts(port);
    if (reads) {
      tcp.resume();
      // A frame follows the answer to the upgrade.
      tcp.once('data', () => others.forEach((part) => tcp.write(part)));
    }
    if (first !== '') tcp.write(first);
    return tcp;
  }

  end(): void {
    this.#isOver = true;
    for (const tcp of this.#open) tcp.destroy();
  }
}

/** More slow connections than there are file descriptors. */
export function slowConnections(target: Target, isShort: boolean): AttackClass {
  const openGame = async () => {
    const moderator = await target.guest();
    const { gameId } = await target.game(moderator);
    const player = await target.enter(gameId, 'player', await target.guest());
    await player.answer({ type: 'joinGame', name: 'Ada' });
    return { gameId, player };
  };
  const largestScript = async () => {
    const page = await target.send('/');
    const paths = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
    const lengths = await Promise.all(paths.map(async (path) => (await target.send(path)).text.length));
    return paths[lengths.indexOf(Math.max(...lengths))] ?? '/';
  };
  /** Loads the page, signs in and enters, each on a connection of its own. Resolves with ms. */
  const enterAsNewcomer = async (gameId: string) => {
    const startedAt = performance.now();
    const address = target.address();
    const headers = { connection: 'close' };
    await target.send('/', { headers, address });
    const signedIn = await target.send('/api/identity/guest', { method: 'POST', body: '{}', headers, address });
    const { access_token: token } = JSON.parse(signedIn.text) as { access_token: string };
    const socket = await target.socket({ 'x-forwarded-for': address });
    socket.hello({ gameId, token });
    await socket.until(() => socket.received.some(({ type }) => type === 'snapshot'));
    socket.end();
    return performance.now() - startedAt;
  };

  const flood = async (kinds: readonly Kind[]) => {
    const { gameId, player } = await openGame();
    const lines = new Lines(target);
    try {
      const numbers = Array.from({ length: LINES }, (_, i) => i);
      await inParallel(numbers, OPENED_AT_ONCE, (i) =>
        lines.keep(kinds[i % kinds.length] as Kind, `127.0.0.${2 + (i % ADDRESSES)}`),
      );
      const times: number[] = [];
      const startedAt = performance.now();
      const lastsMs = isShort ? LASTS_MS.short : LASTS_MS.whole;
      while (performance.now() - startedAt < lastsMs) times.push(await enterAsNewcomer(gameId));
      const askedAt = performance.now();
      const answer = await player.answer({ type: 'leaveGame' });
      const took = performance.now() - askedAt;
      if (answer !== 'ok') return `a player was answered ${answer}`;
      // The short form runs beside other steps: it judges whether people get in, the whole form also how fast.
      if (isShort) return null;
      const slowest = Math.max(...times);
      if (slowest > NEWCOMER_WITHIN_MS)
        return `newcomer ${times.indexOf(slowest) + 1} of ${times.length} was in after ${Math.round(slowest)} ms`;
      return took > NOTICED_WITHIN_MS ? `a player was answered after ${Math.round(took)} ms` : null;
    } finally {
      lines.end();
      player.end();
    }
  };

  const ends = attempt('every kind of slow connection ends within 10 s', async () => {
    const lines = new Lines(target);
    const startedAt = performance.now();
    const late = new Set(Object.keys(ENDING));
    for (const [name, kind] of Object.entries(ENDING)) {
      lines.open(kind).once('close', () => {
        if (performance.now() - startedAt <= ENDS_WITHIN_MS) late.delete(name);
      });
    }
    await eventually(() => {
      if (late.size > 0 && performance.now() - startedAt <= ENDS_WITHIN_MS) throw new Error('some are open');
    });
    lines.end();
    return late.size === 0 ? null : [...late].join(', ');
  });

  return {
    name: 'slow connections',
    atOnce: 1,
    async attempts() {
      const all = [...Object.values(ENDING), unread(await largestScript())];
      const floods = [
        attempt(`${LINES} slow connections of every kind beside a game and newcomers`, () => flood(all)),
        attempt(`${LINES} refused hellos beside a game and newcomers`, () => flood([REFUSED_HELLO])),
        attempt(`${LINES} guests without a seat, and askers for codes, beside a game and newcomers`, async () => {
          const { gameId } = await target.game(await target.guest());
          const token = await target.tokensOf(ONLOOKERS);
          return flood([onlooker(gameId, token), onlooker(gameId, token), inLineForCodes(target.address())]);
        }),
      ];
      return isShort ? floods : [...floods, ends];
    },
  };
}
