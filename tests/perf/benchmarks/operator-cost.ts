import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { type Layout, withLayout } from '../../load/layout.js';
import { cpuMsOf, type Part } from '../../load/usage.js';
import { type Outcome, withOptions } from '../benchmark.js';
import { WatchedControlRoom } from '../event-night/control-room.js';
import { playEvent, type PlayedEvent } from '../event-night/played-event.js';
import { bySide, interleavedMedians } from '../interleaved-runs.js';
import { waitUntil } from '../wait-until.js';

/** What a buzz may cost with operators of what it costs without. */
const MOST = 1.1;
/** The first turns would pay for code that is not compiled yet. */
const WARM_UP_MS = 60_000;
/** After the last operator has left: what they asked for is answered. */
const CALM_MS = 2_000;

/** CPU of everything but the program that plays, by the buzzes that were shown to all meanwhile. */
async function costOf({ others: { tally } }: PlayedEvent, parts: readonly Part[], ms: number) {
  const [buzzes, cpuMs] = [tally.latencies.length, await cpuMsOf(parts)];
  await pause(ms);
  const used = (await cpuMsOf(parts)) - cpuMs;
  return { cpuMsPerBuzz: used / (tally.latencies.length - buzzes), cores: used / ms };
}

async function watched<T>({ event }: PlayedEvent, url: string, operators: number, work: () => Promise<T>): Promise<T> {
  const rooms = await event.rooms();
  const controlRooms = Array.from({ length: operators }, () => new WatchedControlRoom(event, url));
  try {
    const isShown = (each: WatchedControlRoom) => rooms.every(({ roomId }) => each.room(roomId) !== undefined);
    await waitUntil('every operator sees all rooms', () => controlRooms.every(isShown));
    return await work();
  } finally {
    for (const each of controlRooms) each.close();
    await pause(CALM_MS);
  }
}

interface Shape {
  readonly rooms: number;
  readonly players: number;
  readonly operators: number;
  readonly turns: number;
  readonly seconds: number;
}

async function measure(
  { urls: [url = ''], parts }: Layout,
  { rooms, players, operators, turns, seconds }: Shape,
): Promise<Outcome> {
  const minutes = Math.ceil((2 * turns * (seconds + 15) + WARM_UP_MS / 1_000) / 60);
  const played = await playEvent(url, { rooms, players, struck: 0, unstarted: 0, minutes });
  try {
    await pause(WARM_UP_MS);
    const cost = () => costOf(played, parts, seconds * 1_000);
    const sides = await interleavedMedians(turns, {
      without: cost,
      with: () => watched(played, url, operators, cost),
    });
    await played.others.finish();
    const { unseen, stuck } = played.others.tally;
    if (unseen + stuck.length > 0)
      throw new Error(`${unseen} buzzes did not reach every client, ${stuck.length} games were stuck: ${stuck[0]}`);
    return {
      ratio: sides.with.cpuMsPerBuzz / sides.without.cpuMsPerBuzz,
      target: MOST,
      reference: 'the same games without operators',
      figures: bySide(sides),
    };
  } finally {
    played.close();
  }
}

export const benchmark = withOptions({
  what: 'CPU of a buzz at an event with and without operators in the control room, in turns while the same games are played',
  /** `seconds`: of each turn; `services` 1: a process for each service. */
  options: { rooms: 200, players: 8, operators: 5, turns: 4, seconds: 20, services: 0 },
  run: ({ services, ...shape }) =>
    withLayout({ layout: services > 0 ? 'services' : 'standalone' }, (layout) => measure(layout, shape), ADMIN_ENV),
});
