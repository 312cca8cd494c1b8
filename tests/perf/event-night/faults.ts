import { newId } from '@earworm/client';
import { FRAME_LIMITS } from '@earworm/contracts';
import type { AttentionKind } from '@earworm/rules';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@earworm/service-kit/testing/seeded-random';
import type { WatchedControlRoom } from './control-room.js';
import { type PlayedEvent, type PlayedRoom, THRESHOLDS } from './played-event.js';

/** Each fault is caused within so long, at a time that follows from the seed. */
const CAUSED_WITHIN_MS = 60_000;
const SEED = 43;
/** Late ones count as missed only after this. */
const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 50;
/** How often and after how long a moderator comes back to a desk until the game has them. */
const RETURNS = 10;
const RETURN_MS = 2_000;

interface Fault {
  readonly kind: AttentionKind;
  /** Where another fault is shown by the same kind. */
  readonly name?: string;
  readonly thresholdMs: number;
  /** How long after its threshold it may be shown. */
  readonly withinMs: number;
  /** Resolves with since when it lasts, in ms since the epoch. */
  cause(room: PlayedRoom, event: PlayedEvent): Promise<number>;
  repair(room: PlayedRoom, controlRoom: WatchedControlRoom): Promise<void> | void;
}

const WITHIN_MS = 10_000;
const HELP_WITHIN_MS = 2_000;
const after = (seconds: number) => ({ thresholdMs: seconds * 1_000, withinMs: WITHIN_MS });
const goOn = ({ game }: PlayedRoom) => game.goOn();

const FAULTS: readonly Fault[] = [
  {
    ...{ kind: 'help', thresholdMs: 0, withinMs: HELP_WITHIN_MS },
    async cause({ game }) {
      const since = Date.now();
      await game.command({ type: 'callForHelp', category: 'sound', text: 'No sound' });
      return since;
    },
    repair: ({ game }) => game.command({ type: 'withdrawHelp' }),
  },
  {
    ...{ kind: 'crew-away', ...after(THRESHOLDS.crewAway) },
    cause({ desk }) {
      const since = Date.now();
      desk.cut();
      return Promise.resolve(since);
    },
    async repair({ game, desk, roomId }, controlRoom) {
      desk.restore();
      const isAway = () => controlRoom.room(roomId)?.reasons.some(({ kind }) => kind === 'crew-away') ?? false;
      // Again where the game was left by its moderator just after the first one.
      for (let tries = 0; isAway() && tries < RETURNS; tries++) {
        await game.command({ type: 'takeOver', deskId: null });
        await pause(RETURN_MS);
      }
    },
  },
  {
    ...{ kind: 'buzz-waiting', ...after(THRESHOLDS.buzz) },
    cause: ({ game }) => game.hold('verdicts'),
    repair: goOn,
  },
  {
    ...{ kind: 'song-silent', ...after(THRESHOLDS.song) },
    async cause({ game }) {
      await game.silence();
      // No one knows the song of the next question.
      return game.hold('buzzes');
    },
    async repair({ game }) {
      await game.soundAgain();
      game.goOn();
    },
  },
  {
    ...{ kind: 'question-open', ...after(THRESHOLDS.open) },
    cause: ({ game }) => game.hold('buzzes'),
    repair: goOn,
  },
  {
    ...{ kind: 'players-offline', ...after(THRESHOLDS.offline) },
    cause({ game, phones }) {
      const since = Date.now();
      game.isOffline = true;
      phones.cut();
      return Promise.resolve(since);
    },
    repair({ game, phones }) {
      phones.restore();
      game.isOffline = false;
    },
  },
  {
    ...{
      kind: 'players-offline',
      name: 'players-silent',
      ...after(FRAME_LIMITS.silentAfterMs / 1_000 + THRESHOLDS.offline),
    },
    cause({ game, phones }) {
      const since = Date.now();
      game.isOffline = true;
      phones.die();
      return Promise.resolve(since);
    },
    repair({ game, phones }) {
      phones.restore();
      game.isOffline = false;
      for (const phone of game.phones) phone.nudge();
    },
  },
  {
    ...{ kind: 'quiet', ...after(THRESHOLDS.quiet) },
    cause: ({ game }) => game.hold('questions'),
    repair: goOn,
  },
];

/** Of rooms that have not begun: an operator moves their planned start to now. */
const NOT_STARTED: Fault = {
  ...{ kind: 'not-started', ...after(THRESHOLDS.notStarted) },
  async cause({ roomId, game }, { event }) {
    const startsAt = Date.now();
    const rooms = [{ roomId, after: game.gameId as never }];
    const body = { jobId: newId(), act: { type: 'setStart' as const, startsAt }, rooms };
    await event.operator.http.call('actInRooms', { params: { showId: event.showId }, body });
    return startsAt;
  },
  repair: ({ game }) => game.start(),
};

/** Resolves with how long after its threshold it was shown, in ms; null if it was not. */
async function seed(fault: Fault, room: PlayedRoom, event: PlayedEvent, controlRoom: WatchedControlRoom) {
  const { kind, name = kind, thresholdMs } = fault;
  const since = await fault.cause(room, event);
  const find = () =>
    controlRoom.shown.find((each) => each.roomId === room.roomId && each.kind === kind && each.at >= since);
  const until = since + thresholdMs + WAIT_MS;
  while (find() === undefined && Date.now() < until) await pause(LOOK_EVERY_MS);
  const shown = find();
  if (shown === undefined) console.error(`${name} was not shown: ${JSON.stringify(controlRoom.room(room.roomId))}`);
  await fault.repair(room, controlRoom);
  return { name, lateMs: shown === undefined ? null : shown.at - since - thresholdMs, withinMs: fault.withinMs };
}

/** Causes one fault in each of these rooms, of which those that have not begun are the last `unstarted`. */
export async function seedFaults(
  event: PlayedEvent,
  controlRoom: WatchedControlRoom,
  rooms: readonly PlayedRoom[],
  unstarted: number,
) {
  const random = seededRandom(SEED);
  const found = await Promise.all(
    rooms.map(async (room, n) => {
      const isStarted = n < rooms.length - unstarted;
      const fault = isStarted ? FAULTS[n % FAULTS.length] : NOT_STARTED;
      await pause(random() * CAUSED_WITHIN_MS);
      return seed(fault ?? NOT_STARTED, room, event, controlRoom);
    }),
  );
  const late = (of: string) =>
    Math.max(0, ...found.flatMap(({ name, lateMs }) => (name === of ? (lateMs ?? Infinity) : [])));
  return {
    faults: found.length,
    missed: found.filter(({ lateMs }) => lateMs === null).length,
    /** The worst part of the time that a fault may take to be shown. */
    share: Math.max(0, ...found.map(({ lateMs, withinMs }) => (lateMs ?? Infinity) / withinMs)),
    lateS: Object.fromEntries([...FAULTS, NOT_STARTED].map(({ kind, name = kind }) => [name, late(name) / 1_000])),
  };
}
