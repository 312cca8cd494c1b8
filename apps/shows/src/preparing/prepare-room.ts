import {
  admitGame,
  createGame,
  type ErrorCode,
  placeInRoom,
  replaceQuestions,
  RefusedError,
  type ReplyOf,
  type RoomId,
  type ShowFacts,
  type ShowId,
} from '@earworm/contracts';
import { cleanName, cutName, type GameId, type PlannedTeam, roomActor } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { isForLater } from '../claiming-worker.js';
import { gameNow } from '../shows/game-now.js';
import type { StartHold } from './held-starts.js';
import type { Taken, Templates, Wanted } from './templates.js';

export interface ClaimedRoom extends Wanted, StartHold {
  readonly roomId: RoomId;
  readonly showId: ShowId;
  readonly name: string;
  readonly gameId: GameId | null;
  readonly updatesQuestions: boolean;
  readonly teams: readonly PlannedTeam[];
  readonly settings: ShowFacts['settings'];
  readonly timeTrialMode: boolean;
}

type Created = ReplyOf<typeof createGame>;
type Categories = Taken['categories'];

const ADMIT_WITHIN_MS = 2_000;
/** The game service tries for 8 s. */
const CREATE_WITHIN_MS = 10_000;

export interface Prepared {
  /** The first one of the room. */
  readonly gameId: GameId;
  /** The one that is played there now. */
  readonly now: GameId;
  /** By which players join; null: that has not changed. */
  readonly gameCode: string | null;
  /** Whose questions the game has now; null: that has not changed. */
  readonly templateVersion: number | null;
  /** Why its questions could not be updated: the game keeps those that it has. */
  readonly refusal: ErrorCode | null;
}

/**
 * Creates the game of a room and places it there. Its owner is the room, and the request's id that of the room, so however
 * often, and for whomever this is done, the room gets one game. If it has one, the game that is played there now is
 * placed, and gets the questions of the template again where that is asked for. Throws refusals, also of a busy game service.
 */
export async function prepareRoom(bus: Bus, templates: Templates, room: ClaimedRoom): Promise<Prepared> {
  const { roomId, showId, name } = room;
  const created = room.gameId === null ? await create(bus, templates, room) : null;
  const first = created?.gameId ?? (room.gameId as GameId);
  const gameId = created === null ? await gameNow(bus, first) : first;
  const placed = await callShard(bus, placeInRoom, gameId, { gameId, showId, roomId, name }).catch(ignoreEnded);
  const gameCode = placed?.gameCode ?? created?.gameCode ?? null;
  const prepared = {
    gameId: first,
    now: gameId,
    gameCode,
    templateVersion: created?.templateVersion ?? null,
    refusal: null,
  };
  if (created !== null || !room.updatesQuestions) return prepared;
  try {
    return { ...prepared, templateVersion: await updateQuestions(bus, templates, room, first) };
  } catch (error) {
    if (!(error instanceof RefusedError) || isForLater(error.code)) throw error;
    return { ...prepared, refusal: error.code };
  }
}

async function create(bus: Bus, templates: Templates, room: ClaimedRoom) {
  let templateVersion: number | null = null;
  const created = await createRoomGame(bus, room, room.roomId, async () => {
    const { categories, version } = await templates.take(room);
    templateVersion = version;
    return categories;
  });
  return { ...created, templateVersion };
}

/** The version of the template that the game has now; null where it has begun, and keeps its questions. */
async function updateQuestions(bus: Bus, templates: Templates, room: ClaimedRoom, gameId: GameId) {
  const { categories, version } = await templates.take(room);
  const request = { gameId, roomId: room.roomId, categories };
  const replaced = await callShard(bus, replaceQuestions, gameId, request).catch(ignoreBegun);
  return replaced && version;
}

/** One game for each request of a room. `take`: the questions, once the game service has memory for them. */
export async function createRoomGame(
  bus: Bus,
  room: Pick<ClaimedRoom, 'roomId' | 'name' | 'settings' | 'timeTrialMode' | 'teams'>,
  requestId: string,
  take: () => Promise<Categories>,
): Promise<Created> {
  const { roomId, settings, timeTrialMode, teams } = room;
  const userId = roomActor(roomId);
  // Before the costly read.
  await bus.call(admitGame, { userId, requestId }, { timeoutMs: ADMIT_WITHIN_MS });
  const categories = await take();
  const actor = { userId, isAdmin: false };
  const input = {
    actor,
    requestId,
    moderatorName: nameOf(room),
    settings,
    timeTrialMode,
    categories,
    teams: [...teams],
  };
  return bus.call(createGame, input, { timeoutMs: CREATE_WITHIN_MS });
}

/** Who moderates, until a person comes: the room, by as much of its name as fits. */
function nameOf({ name }: Pick<ClaimedRoom, 'name'>): string {
  const cleaned = cleanName(cutName(name).trim());
  return 'name' in cleaned ? cleaned.name : 'Earworm';
}

function ignoreBegun(error: unknown): null {
  if (!(error instanceof RefusedError) || (error.code !== 'not-in-setup' && error.code !== 'game-ended')) throw error;
  return null;
}

/** A game that is over keeps the name that it was played under. */
function ignoreEnded(error: unknown): null {
  if (!(error instanceof RefusedError) || error.code !== 'game-ended') throw error;
  return null;
}
