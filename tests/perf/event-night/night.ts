import { setTimeout as pause } from 'node:timers/promises';
import type { RoomId } from '@earworm/contracts';
import { guestOf } from '../../load/guests.js';
import { leanClients } from '../../load/lean-clients.js';
import { waitUntil } from '../wait-until.js';
import type { WatchedControlRoom } from './control-room.js';
import { ScriptedOperator } from './operator.js';
import type { PlayedEvent, PlayedRoom } from './played-event.js';

export const LAPTOPS = 10;
/** After which the group has its network again. */
const NETWORK_BACK_MS = 45_000;
const GIVEN_UP_MS = 180_000;
/** Verdicts that were sent just before a laptop died. */
const ON_THE_WAY_MS = 1_000;

/** Resolves with the seconds from `from`, by `performance.now()`, to the next verdict in a room. */
const nextVerdict = ({ game }: PlayedRoom, from: number): Promise<number> =>
  new Promise((resolve) => {
    const stops = game.phones.map((phone) =>
      phone.onEvents((events) => {
        if (!events.some(({ type }) => type === 'answerJudged')) return;
        for (const stop of stops) stop();
        resolve((performance.now() - from) / 1_000);
      }),
    );
  });

interface Struck {
  readonly laptops: readonly PlayedRoom[];
  readonly group: readonly PlayedRoom[];
  readonly song: PlayedRoom;
}

/** Rooms of a whole group, ten of other groups, and one more. */
export function chooseStruck(rooms: readonly PlayedRoom[]): Struck {
  const [first] = rooms;
  const group = rooms.filter((room) => room.group === first?.group);
  const others = rooms.filter((room) => room.group !== first?.group);
  const [song, ...rest] = others.toReversed();
  if (song === undefined || rest.length < LAPTOPS) throw new Error('too few rooms for the night');
  return { group, laptops: rest.slice(0, LAPTOPS), song };
}

/**
 * Ten laptops die in the same second, a group loses its network for 45 s, and a song is gone. Resolves with the seconds until each kind of
 * room was judging again.
 */
export async function nightIn(
  { event, struck, undisturbed, disturbed }: PlayedEvent,
  controlRoom: WatchedControlRoom,
  { laptops, group, song }: Struck,
  url: string,
) {
  const { operator } = event;
  const roomOf = new Map<RoomId, PlayedRoom>([...struck, ...undisturbed].map((room) => [room.roomId, room]));
  const guest = guestOf(url, { userId: operator.userId, accessToken: operator.tokens.access_token }, {});
  const scripted = new ScriptedOperator(event, controlRoom, async (roomId) => {
    const room = roomOf.get(roomId);
    if (room === undefined) throw new Error('a room of another event needed attention');
    await room.game.takeOver(guest, leanClients());
  });
  const startedAt = performance.now();
  for (const { desk } of laptops) desk.die();
  for (const { desk, phones, game } of group) {
    game.isOffline = true;
    desk.die();
    phones.die();
  }
  const judging = new Set<PlayedRoom>();
  const judgingAgain = async (room: PlayedRoom) => {
    const seconds = await nextVerdict(room, startedAt);
    judging.add(room);
    return seconds;
  };
  const silenced = song.game.silence().then(() => untilSkipped(song));
  const seconds = {
    laptopsS: pause(ON_THE_WAY_MS).then(() => Promise.all(laptops.map(judgingAgain))),
    songS: silenced.then(() => judgingAgain(song)),
    groupS: pause(NETWORK_BACK_MS).then(() => {
      const verdicts = group.map(judgingAgain);
      for (const { desk, phones, game } of group) {
        desk.restore();
        phones.restore();
        game.isOffline = false;
        for (const phone of game.phones) phone.nudge();
      }
      return Promise.all(verdicts);
    }),
  };
  const waiting = () => [...statesOf(), ...disturbed.tally.stuck];
  const statesOf = () =>
    [...laptops, ...group, song].flatMap((room) => {
      if (judging.has(room)) return [];
      const {
        name,
        group: hall,
        reasons,
        connected,
        crew,
        song: music,
        pausedSince,
      } = controlRoom.room(room.roomId) ?? {};
      return JSON.stringify({ name, hall, reasons, connected, crew, music, pausedSince });
    });
  const all = Promise.all([seconds.laptopsS, seconds.groupS, seconds.songS]);
  const times = await Promise.race([all, scripted.start().then(() => all), givenUp(scripted, waiting)]);
  await scripted.stop();
  const [laptopsS, groupS, songS] = times;
  return {
    laptopsS: Math.max(...laptopsS),
    groupS: Math.max(...groupS),
    songS,
    acts: scripted.log.length,
    refusedActs: scripted.refused.length,
  };
}

/** Rejects with what is known of the rooms that are not judging, and of what the operator did. */
async function givenUp({ refused, log }: ScriptedOperator, waiting: () => readonly string[]): Promise<never> {
  await pause(GIVEN_UP_MS, undefined, { ref: false });
  throw new Error(
    `not judging again: ${waiting().join('; ')}. Acts: ${log.join('; ')}. Of these were refused: ${refused.join(', ')}`,
  );
}

/** The moderator waits for a song that does not begin, until the question is skipped. */
async function untilSkipped({ game }: PlayedRoom): Promise<void> {
  await game.hold('buzzes');
  // The desk may be shown the question later than the answer to its choice.
  await waitUntil('the desk shows the silent question', () => game.questionId !== null);
  const silent = game.questionId;
  const isSkipped = () => game.questionId !== silent;
  await waitUntil('the operator has skipped the question', isSkipped, { withinMs: GIVEN_UP_MS, everyMs: 20 });
  await game.soundAgain();
  game.goOn();
}
