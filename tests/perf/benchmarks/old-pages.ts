import { setTimeout as pause } from 'node:timers/promises';
import { PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { type Guest, signInGuest } from '../../load/guests.js';
import { withLayout } from '../../load/layout.js';
import { LeanSocket } from '../../load/lean-socket.js';
import { joinAll } from '../../load/phones.js';
import { LoadSession } from '../../load/session.js';
import { inParallel, socketUrl } from '../../load/sockets.js';
import { cpuMsOf } from '../../load/usage.js';
import { withOptions } from '../benchmark.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';

const TURNS = 3;
const PARALLEL_JOINS = 24;
const SETTLE_MS = 2_000;
const MEASURE_MS = 8_000;
/** Everything that is played, with time to spare for a busy machine. */
const SECONDS = 180;

interface Page {
  readonly gameId: string;
  readonly guest: Guest;
}

/** Shows a game and reads nothing that it gets. */
class OpenPage extends LeanSocket {
  readonly received = { snapshots: 0, events: 0 };

  static open({ gameId, guest }: Page, rules: number): Promise<OpenPage> {
    return new Promise((resolve, reject) => {
      const page = new OpenPage(socketUrl(guest.serverUrl));
      page.onclose = ({ code }) => reject(new Error(`a page was closed with ${code}`));
      page.onmessage = ({ data }) => {
        const text = String(data);
        if (text.startsWith('{"type":"snapshot"')) page.received.snapshots++;
        else if (text.startsWith('{"type":"events"')) page.received.events++;
        resolve(page);
      };
      page.onopen = () =>
        void guest
          .token()
          .then((token) =>
            page.send(
              JSON.stringify({ type: 'hello', protocol: PROTOCOL_VERSION, rules, as: 'player', gameId, token }),
            ),
          );
    });
  }
}

export const benchmark = withOptions({
  what: 'CPU of a buzz in games that are also shown on seated pages of an older release, against pages of this one',
  options: { games: 20, players: 20, pages: 20, rate: 200 },
  run: ({ games, players, pages, rate }) =>
    withLayout({}, async ({ urls, parts }) => {
      const session = new LoadSession(urls, { games, players, rate, seconds: SECONDS, warmUp: 0 });
      try {
        await session.open();
        const shown: Page[] = [];
        for (const { gameId } of session.games) {
          const guests = await inParallel([...Array(pages).keys()], PARALLEL_JOINS, () => signInGuest(urls[0] ?? ''));
          const { seated } = await joinAll(gameId, guests);
          if (seated < pages) throw new Error(`only ${seated} of ${pages} pages have a seat`);
          shown.push(...guests.map((guest) => ({ gameId, guest })));
        }
        session.play();
        const measured = async (rules: number) => {
          const open = await inParallel(shown, PARALLEL_JOINS, (page) => OpenPage.open(page, rules));
          await pause(SETTLE_MS);
          const buzzesBefore = session.tally.acknowledged.length;
          const cpuBefore = await cpuMsOf(parts);
          const before = open.map(({ received }) => ({ ...received }));
          await pause(MEASURE_MS);
          const cpuMsPerBuzz =
            ((await cpuMsOf(parts)) - cpuBefore) / (session.tally.acknowledged.length - buzzesBefore);
          const got = open.map(({ received }, i) => ({
            snapshots: received.snapshots - (before[i]?.snapshots ?? 0),
            events: received.events - (before[i]?.events ?? 0),
          }));
          for (const page of open) page.close();
          const isShown =
            rules === RULES ? got.every(({ events }) => events > 0) : got.every((each) => each.snapshots > 0);
          if (!isShown) throw new Error('not every page was shown what happened');
          const snapshotsPerSecond =
            got.reduce((sum, each) => sum + each.snapshots, 0) / got.length / (MEASURE_MS / 1_000);
          return { cpuMsPerBuzz, snapshotsPerSecond };
        };
        const sides = await interleavedMedians(TURNS, { new: () => measured(RULES), old: () => measured(RULES - 1) });
        await session.finish();
        const ratio = sides.old.cpuMsPerBuzz / sides.new.cpuMsPerBuzz;
        return { ratio, target: 2, reference: 'the same games on pages of this release', figures: bySide(sides) };
      } finally {
        session.close();
      }
    }),
});
