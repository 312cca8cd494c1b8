import type { RoomId } from '@earworm/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_ENV } from '../../harness/prepared-data.js';
import { withLayout } from '../../load/layout.js';
import { timesOf } from '../../load/percentiles.js';
import { withOptions } from '../benchmark.js';
import { WatchedControlRoom } from '../event-night/control-room.js';
import { seedFaults } from '../event-night/faults.js';
import { chooseStruck, LAPTOPS, nightIn } from '../event-night/night.js';
import { playEvent, type PlayedEvent, type PlayedRoom } from '../event-night/played-event.js';
import { waitUntil } from '../wait-until.js';

const JUDGING_WITHIN_S = 90;
const FACTOR = 1.1;
const SHOWN_WITHIN_S = 1;
const STREAM_KB_PER_S = 64;
/** Cards without a cause in so many hours of rooms. */
const HOURS_PER_CARD = 50;
/** One fault in nine is a game that does not begin. */
const KINDS = 9;
/** So long it takes at most, and twice as long where rooms are faster because others are late. */
const MINUTES = 30;
/** A group, the laptops, and a song. */
const FEWEST_STRUCK = 10 + LAPTOPS + 1;

/**
 * How long after a phone the control room shows that a question is played, in ms; 0 where it did so first. Once no more are played,
 * `unshown` resolves with how many were over before they were shown; rejects while one is still not shown.
 */
function timeChanges(rooms: readonly PlayedRoom[], controlRoom: WatchedControlRoom) {
  const selected = new Map<RoomId, { questionId: unknown; at: number }>();
  const delays: number[] = [];
  let overwritten = 0;
  for (const { roomId, game } of rooms)
    game.phones[0]?.onEvents((events) => {
      const event = events.findLast(({ type }) => type === 'questionSelected');
      if (event === undefined) return;
      const { questionId } = event as { questionId?: unknown };
      if (selected.delete(roomId)) overwritten++;
      if (controlRoom.room(roomId)?.questionId === questionId) delays.push(0);
      else selected.set(roomId, { questionId, at: performance.now() });
    });
  controlRoom.onRooms(({ roomId, questionId }) => {
    const awaited = selected.get(roomId);
    if (awaited === undefined || awaited.questionId !== questionId) return;
    delays.push(performance.now() - awaited.at);
    selected.delete(roomId);
  });
  const unshown = async () => {
    await waitUntil('every question is shown in the control room', () => selected.size === 0);
    return overwritten;
  };
  return { delays, unshown };
}

/** Buzzes of undisturbed rooms, while `work` is done. */
async function timed<T>({ others: { tally } }: PlayedEvent, work: () => Promise<T>) {
  const from = tally.latencies.length;
  const result = await work();
  return { result, times: timesOf(tally.latencies.slice(from)) };
}

/** Once no room of those in which something was wrong needs anything. */
async function untilCalm({ struck, disturbed }: PlayedEvent, controlRoom: WatchedControlRoom): Promise<void> {
  const wrong = () =>
    struck.flatMap(({ roomId }) => {
      const room = controlRoom.room(roomId);
      return (room?.reasons ?? []).map(({ kind }) => `${room?.name}: ${kind}`);
    });
  const isCalm = () => wrong().length === 0;
  await waitUntil('nothing is wrong any more', isCalm, { withinMs: 60_000, everyMs: 100 }).catch((error: unknown) => {
    throw new Error(`${[...wrong(), ...disturbed.tally.stuck].join('; ')}`, { cause: error });
  });
}

interface Shape {
  readonly rooms: number;
  readonly players: number;
  readonly faults: number;
  readonly calm: number;
}

async function measure(url: string, { rooms, players, faults: percent, calm }: Shape) {
  const count = Math.round((rooms * percent) / 100);
  const unstarted = Math.round(count / KINDS);
  const started = Math.max(FEWEST_STRUCK, count - unstarted);
  const struck = started + unstarted;
  const played = await playEvent(url, { rooms, players, struck, unstarted, minutes: MINUTES });
  const controlRoom = new WatchedControlRoom(played.event, url);
  try {
    await controlRoom.isOpen;
    const startedAt = Date.now();
    const changes = timeChanges(played.undisturbed, controlRoom);
    const faults = await seedFaults(played, controlRoom, count === 0 ? [] : played.struck.slice(-count), unstarted);
    await untilCalm(played, controlRoom);
    const before = await timed(played, () => pause(calm * 1_000));
    const chosen = chooseStruck(played.struck.slice(0, started));
    const night = await timed(played, () => nightIn(played, controlRoom, chosen, url));
    const spared = new Set(played.undisturbed.map(({ roomId }) => roomId));
    const uncaused = controlRoom.shown.filter(({ roomId }) => spared.has(roomId));
    for (const { kind, at, room } of uncaused)
      console.error(`${kind} without a cause, ${Math.round((at - startedAt) / 1_000)} s in: ${JSON.stringify(room)}`);
    const roomHours = (spared.size * (Date.now() - startedAt)) / 3_600_000;
    await played.others.finish();
    const { unseen, stuck } = played.others.tally;
    if (unseen + stuck.length > 0)
      throw new Error(`${unseen} buzzes did not reach every client, ${stuck.length} games were stuck: ${stuck[0]}`);
    const unshown = await changes.unshown();
    if (unshown > 0) throw new Error(`${unshown} questions were over before the control room showed them`);
    const { lateS, share, ...counts } = faults;
    const { p50, p99 } = timesOf(changes.delays);
    return {
      share,
      figures: {
        ...night.result,
        ...{ calmP99Ms: before.times.p99, p99Ms: night.times.p99, ...counts },
        ...Object.fromEntries(Object.entries(lateS).map(([kind, seconds]) => [`${kind}.lateS`, seconds])),
        ...{ uncaused: uncaused.length, roomHours, changeP50S: p50 / 1_000, changeP99S: p99 / 1_000 },
        ...{ changes: changes.delays.length, changeWorstS: Math.max(...changes.delays) / 1_000 },
        streamKBPerS: controlRoom.mostBytesPerSecond / 1_024,
      },
    };
  } finally {
    controlRoom.close();
    played.close();
  }
}

export const benchmark = withOptions({
  what: `a night at an event: seeded faults in some of the rooms, each shown to the operator; then ${LAPTOPS} laptops die in the same second, a group loses its network and a song is gone, and one operator has all rooms judging again`,
  /** `faults`: in how many percent of the rooms one is caused; `calm`: for how many seconds buzzes are timed before the night; `services` 1: a process for each service. */
  options: { rooms: 500, players: 8, faults: 40, calm: 60, services: 0 },
  async run(shape) {
    const layout = shape.services > 0 ? 'services' : 'standalone';
    const { share, figures } = await withLayout({ layout }, ({ urls }) => measure(urls[0] ?? '', shape), ADMIN_ENV);
    const ratios = {
      judging: Math.max(figures.laptopsS, figures.groupS, figures.songS) / JUDGING_WITHIN_S,
      others: figures.p99Ms / (FACTOR * figures.calmP99Ms),
      shown: share,
      uncaused: (figures.uncaused * HOURS_PER_CARD) / figures.roomHours,
      change: figures.changeP99S / SHOWN_WITHIN_S,
      stream: figures.streamKBPerS / STREAM_KB_PER_S,
    };
    return {
      ratio: Math.max(...Object.values(ratios)),
      target: 1,
      reference: `${JUDGING_WITHIN_S} s until all rooms are judging again, ${FACTOR} × the p99 of other rooms before, 10 s after its threshold until a fault is shown (2 s for a call for help), one card without a cause in ${HOURS_PER_CARD} room-hours, ${SHOWN_WITHIN_S} s until a change is shown, ${STREAM_KB_PER_S} KB a second`,
      figures: {
        ...figures,
        ...Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [`of.${name}`, ratio])),
      },
    };
  },
});
