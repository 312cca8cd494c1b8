import { CLOSE_CODES, CODE_QUEUE, ROUTES } from '@earworm/contracts';
import { inParallel } from '../../load/sockets.js';
import { phoneAt } from '../../load/phones.js';
import { attempt, type AttackClass, unlessOneOf } from '../attempt.js';
import { sampleOf } from '../sample.js';
import type { Target } from '../target.js';

/** Wrong codes that one address is answered in a minute. */
const CODES = 60;
const AT_ONCE = 24;

export interface FloodTerms {
  /** Joins of one game that one address has at once. */
  readonly burst: number;
}

/** More of everything from one address, or on one socket, than any player needs. */
export function floods(target: Target, { burst }: FloodTerms): AttackClass {
  const code = (i: number) => Array.from({ length: 6 }, (_, at) => 'ABCDEFGH'[(i >> (3 * at)) & 7]).join('');
  return {
    name: 'floods',
    atOnce: 2,
    async attempts() {
      const eve = await target.guest();
      const { gameId } = await target.game(await target.guest());
      const floodsWith = (what: string, times: number, frame: (i: number) => object) =>
        attempt(`${times} ${what} on one socket`, async () => {
          const socket = await target.enter(gameId, 'player', eve);
          for (let i = 0; i < times; i++) socket.say(frame(i));
          return unlessOneOf(await socket.closed(), CLOSE_CODES.flood);
        });
      return [
        floodsWith('pings', 60, () => ({ type: 'ping', t: 1, version: 1 })),
        floodsWith('echoes of made-up nonces', 60, (i) => ({ type: 'echo', nonce: i, at: 1 })),
        floodsWith('commands that are none', 400, (i) => ({
          type: 'command',
          id: `command-${i}`,
          command: { type: 'x' },
        })),
        floodsWith('joins', 400, (i) => ({
          type: 'command',
          id: `join-${i}-flood`,
          command: { type: 'joinGame', name: `E${i}` },
        })),
        attempt(`${CODES + 40} wrong codes from one address, and then a right one`, async () => {
          const address = target.address();
          const { gameCode } = await target.game(await target.guest());
          const startedAt = performance.now();
          const look = async (tried: string) => (await target.send(`/api/games/by-code/${tried}`, { address })).status;
          const numbers = Array.from({ length: CODES + 40 }, (_, i) => i);
          const statuses = await inParallel(numbers, AT_ONCE, (i) => look(i === CODES + 20 ? gameCode : code(i)));
          const seconds = (performance.now() - startedAt) / 1_000;
          const answered = statuses.filter((status) => status === 404).length;
          const most = CODES + AT_ONCE + CODE_QUEUE.rate.points * seconds;
          if (answered > most) return `${answered} answered within ${seconds.toFixed(1)} s`;
          return unlessOneOf(statuses[CODES + 20], 200);
        }),
        attempt(`${burst + 20} seats of another user’s game from one address`, async () => {
          const moderator = await target.guest();
          const game = await target.game(moderator);
          const desk = await target.enter(game.gameId, 'moderator', moderator);
          const address = target.address();
          const numbers = Array.from({ length: burst + 20 }, (_, i) => i);
          const sockets = await inParallel(numbers, AT_ONCE, async () =>
            target.enter(game.gameId, 'player', await phoneAt(target.url, address)),
          );
          sockets.forEach((socket, i) => socket.give({ type: 'joinGame', name: `Flood ${i}` }));
          const framesOf = (type: 'answer' | 'delayed') =>
            sockets.filter(({ received }) => received.some((frame) => frame.type === type)).length;
          await desk.until(() => framesOf('answer') + framesOf('delayed') >= sockets.length);
          const [seated, waiting] = [framesOf('answer'), framesOf('delayed')];
          await desk.until(() =>
            desk.received.some((frame) => frame.type === 'presence' && frame.delayed !== undefined),
          );
          for (const socket of [desk, ...sockets]) socket.end();
          return seated <= burst && waiting >= 20 ? null : `${seated} seated and ${waiting} waiting`;
        }),
        attempt('300 reports from one address', async () => {
          const address = target.address();
          const { errors } = sampleOf(ROUTES.reportErrors.body) as { errors: object[] };
          const body = JSON.stringify({ errors: errors.map((each) => ({ ...each, stack: 'x'.repeat(6_000) })) });
          const statuses = await inParallel(
            Array.from({ length: 300 }, (_, i) => i),
            AT_ONCE,
            async () => {
              const { status } = await target.send('/api/telemetry/errors', { method: 'POST', body, address });
              return status;
            },
          );
          const others = statuses.filter((status) => status !== 200 && status !== 429);
          return others.length === 0 ? null : `${others.length} answered with ${String(others[0])}`;
        }),
      ];
    },
  };
}
