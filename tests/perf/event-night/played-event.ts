import type { RoomId } from '@earworm/contracts';
import { mapConcurrently } from '@earworm/service-kit/resilience';
import { type PreparedEvent, prepareEvent } from '../../e2e/support/prepared-event.js';
import { signInGuest } from '../../load/guests.js';
import { leanClients } from '../../load/lean-clients.js';
import { Line } from '../../load/line.js';
import type { LoadGame, PreparedRoom } from '../../load/load-game.js';
import { LoadSession } from '../../load/session.js';
import { waitUntil } from '../wait-until.js';

/** Of an event's room. */
interface Lines {
  readonly desk: Line;
  readonly phones: Line;
}

export interface PlayedRoom extends Lines {
  readonly roomId: RoomId;
  readonly group: string;
  readonly game: LoadGame;
}

export interface PlayedEvent {
  readonly event: PreparedEvent;
  /** Games that go on undisturbed: their buzzes are timed. */
  readonly others: LoadSession;
  readonly disturbed: LoadSession;
  readonly undisturbed: readonly PlayedRoom[];
  /** Rooms in which something will go wrong. */
  readonly struck: readonly PlayedRoom[];
  close(): void;
}

export interface EventShape {
  readonly rooms: number;
  readonly players: number;
  /** How many of them something will go wrong in. */
  readonly struck: number;
  /** Of those, the last ones, which do not begin. */
  readonly unstarted: number;
  /** How long they have questions for. */
  readonly minutes: number;
}

const ROOMS_PER_GROUP = 10;
/** A round every 20 s with four buzzes. */
const BUZZES_PER_QUESTION = 4;
const ROUND_S = 20;
const QUESTIONS_EACH = 12;
/** Rooms of which others are late are faster. */
const SPARE = 1.5;
const AT_ONCE = 8;
const LINKS_AT_ONCE = 100;
/** Shorter than the usual ones, so that a run takes minutes; in seconds. */
export const THRESHOLDS = { crewAway: 60, buzz: 30, song: 20, open: 60, offline: 10, quiet: 90, notStarted: 60 };

const boardFor = (minutes: number) =>
  Object.fromEntries(
    Array.from({ length: Math.ceil((minutes * 60 * SPARE) / ROUND_S / QUESTIONS_EACH) }, (_, category) => [
      `Category ${category + 1}`,
      Array.from({ length: QUESTIONS_EACH }, (__, question) => ({ answer: `Song ${category + 1}-${question + 1}` })),
    ]),
  );

const groupOf = (n: number): string => `Hall ${Math.floor(n / ROOMS_PER_GROUP) + 1}`;

/** A desk and phones, each of which may lose its network. */
function connectOver({ desk, phones }: Lines): PreparedRoom['enter'] {
  const [atDesk, onPhones] = [leanClients(desk), leanClients(phones)];
  const connect: PreparedRoom['enter'] = (seat) => (seat.as === 'moderator' ? atDesk : onPhones)(seat);
  return Object.assign(connect, onPhones.sockets && { sockets: onPhones.sockets });
}

/** Each room gets a moderator, who came by its link. */
async function staffed(url: string, { operator, showId, rooms }: PreparedEvent) {
  const ready = await rooms();
  const links = new Map<RoomId, string>();
  for (let from = 0; from < ready.length; from += LINKS_AT_ONCE) {
    const roomIds = ready.slice(from, from + LINKS_AT_ONCE).map(({ roomId }) => roomId);
    const made = await operator.http.call('createRoomLinks', { params: { showId }, body: { roomIds } });
    for (const { roomId, linkId, secret } of made.links) links.set(roomId, `${linkId}.${secret}`);
  }
  return mapConcurrently(AT_ONCE, [...ready.entries()], async ([n, { roomId, gameId, gameCode }]) => {
    if (gameId === null || gameCode === null) throw new Error('a room has no game');
    const moderator = await signInGuest(url);
    await moderator.http.call('useCrewLink', { body: { link: links.get(roomId) ?? '', name: `Moderator ${n + 1}` } });
    const lines = { desk: new Line(), phones: new Line() };
    return { roomId, group: groupOf(n), gameId, gameCode, moderator, ...lines, enter: connectOver(lines) };
  });
}

/** An event whose rooms are played, each by a moderator and players who have come by links and codes. */
export async function playEvent(url: string, shape: EventShape): Promise<PlayedEvent> {
  const { rooms, players, struck, unstarted, minutes } = shape;
  const event = await prepareEvent(url, rooms, boardFor(minutes), { thresholds: THRESHOLDS });
  const { operator, showId } = event;
  const found = await event.rooms();
  const rows = found.map(({ ownId, number, name, templateId }, n) => ({
    ...{ ownId, number, name, group: groupOf(n) },
    ...(templateId !== null && { templateId }),
  }));
  for (let from = 0; from < rows.length; from += 250)
    await operator.http.call('saveRooms', { params: { showId }, body: { rows: rows.slice(from, from + 250) } });
  await event.prepare();
  const isReady = async () => (await event.countReady()) === rooms;
  await waitUntil('every room has its game', isReady, { withinMs: 180_000, everyMs: 500 });
  const ready = await staffed(url, event);
  const sessionOf = (of: typeof ready) =>
    new LoadSession([url], {
      ...{ games: of.length, players, rooms: of, buzzesPerQuestion: BUZZES_PER_QUESTION },
      ...{ rate: (of.length * BUZZES_PER_QUESTION) / ROUND_S, seconds: 0, warmUp: 0 },
    });
  const [hit, spared] = [ready.slice(0, struck), ready.slice(struck)];
  const [disturbed, others] = [sessionOf(hit), sessionOf(spared)];
  const close = () => {
    for (const session of [disturbed, others]) session.close();
    for (const { desk, phones } of ready) for (const line of [desk, phones]) line.cut();
  };
  try {
    for (const session of [disturbed, others]) {
      await session.create();
      await session.seat();
    }
    const gamesOf = (session: LoadSession, of: typeof ready): PlayedRoom[] =>
      of.flatMap(({ roomId, group, gameId, desk, phones }) => {
        const game = session.games.find((each) => each.gameId === gameId);
        return game === undefined ? [] : [{ roomId, group, game, desk, phones }];
      });
    const result = { struck: gamesOf(disturbed, hit), undisturbed: gamesOf(others, spared) };
    await others.start();
    await disturbed.start(result.struck.slice(0, struck - unstarted).map(({ game }) => game));
    others.tally.measureFrom = 0;
    for (const session of [disturbed, others]) session.play();
    return { event, others, disturbed, ...result, close };
  } catch (error) {
    close();
    throw error;
  }
}
