import { createHash, randomUUID } from 'node:crypto';
import {
  actAsStaff,
  type advance,
  type Advanced,
  type listAdvances,
  type planAdvance,
  type readAdvance,
  RefusedError,
  type releaseAdvanced,
  type ReplyOf,
  type RequestOf,
  SHOW_LIMITS,
} from '@earworm/contracts';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { requireOperator, requireReadingOperator } from '../shows/access.js';
import type { RoomRow } from '../shows/room.entity.js';
import { AdvancedRow, AdvanceRow } from './advance.entity.js';
import {
  ADD_ADVANCE,
  ADD_ADVANCED,
  GIVE_BACK,
  CLAIM_FOR_RELEASE,
  LIST_ADVANCES,
  NOTE_STEP,
  READ_ADVANCED,
} from './advances.sql.js';
import { digestOf, nextOf, planOf, roomsOf } from './plan.js';

/** A release is done in this time, or again. */
const HOLD_SECONDS = 10;

/** Of a step of an advance: repeated after a crash, it is the same command to the game. */
export const commandIdOf = (jobId: string, playerId: string, step: string): string =>
  createHash('sha256').update(`${jobId} ${playerId} ${step}`).digest('hex');

export async function plan(
  { manager }: DataSource,
  bus: Bus,
  { actor, showId, ...wish }: RequestOf<typeof planAdvance>,
): Promise<ReplyOf<typeof planAdvance>> {
  await requireReadingOperator(manager, { actor: { ...actor, isAdmin: false }, showId });
  const rooms = await roomsOf(manager, showId);
  const people = await planOf(bus, { showId, rooms, wish });
  const shown = shownIn(rooms);
  return {
    digest: digestOf(people),
    people: people.flatMap(({ playerId, rank, name, team, fromRoom, toRoom, code }) => {
      const [from, to] = [shown(fromRoom), shown(toRoom)];
      return from && to ? [{ playerId, rank, name, ...(team !== null && { team }), from, to, code }] : [];
    }),
  };
}

function shownIn(rooms: readonly RoomRow[]) {
  const byId = new Map(rooms.map(({ roomId, number, name }) => [roomId, { roomId, number, name }]));
  return (roomId: RoomRow['roomId']) => byId.get(roomId);
}

/** Writes who goes where; the worker does it. With an id that was used before, nothing more is done. */
export async function begin(
  database: DataSource,
  bus: Bus,
  { actor, showId, jobId, digest, ...wish }: RequestOf<typeof advance>,
): Promise<void> {
  // Being an administrator gives no right to it.
  await requireReadingOperator(database.manager, { actor: { ...actor, isAdmin: false }, showId });
  const isKnown = () => database.manager.existsBy(AdvanceRow, { jobId, showId, askedBy: actor.userId });
  if (await isKnown()) return;
  const people = await planOf(bus, { showId, rooms: await roomsOf(database.manager, showId), wish });
  if (digestOf(people) !== digest) throw new RefusedError('standings-changed');
  await database.transaction(async (manager) => {
    await requireOperator(manager, { actor, showId });
    if (await manager.existsBy(AdvanceRow, { jobId, showId, askedBy: actor.userId })) return;
    if ((await manager.countBy(AdvanceRow, { showId })) >= SHOW_LIMITS.advances)
      throw new RefusedError('advances-full');
    const added = await manager.query<unknown[]>(ADD_ADVANCE, [jobId, showId, JSON.stringify(wish), actor.userId]);
    if (added.length === 0) throw new RefusedError('id-taken');
    await manager.query(ADD_ADVANCED, [jobId, JSON.stringify(people)]);
  });
}

export async function listAll(
  { manager }: DataSource,
  asked: RequestOf<typeof listAdvances>,
): Promise<ReplyOf<typeof listAdvances>> {
  const { showId } = await requireReadingOperator(manager, asked);
  return { advances: await manager.query<ReplyOf<typeof listAdvances>['advances']>(LIST_ADVANCES, [showId]) };
}

type ReadRow = Pick<Advanced, 'playerId' | 'rank' | 'name' | 'state' | 'code'> &
  Pick<AdvancedRow, 'team' | 'fromRoom' | 'toRoom'>;

export async function readOne(
  { manager }: DataSource,
  { jobId, ...asked }: RequestOf<typeof readAdvance>,
): Promise<ReplyOf<typeof readAdvance>> {
  const { showId } = await requireReadingOperator(manager, asked);
  const job = await manager.findOneBy(AdvanceRow, { jobId, showId });
  if (job === null) throw new RefusedError('advance-not-found');
  const shown = shownIn(await roomsOf(manager, showId));
  const rows = await manager.query<ReadRow[]>(READ_ADVANCED, [jobId]);
  const people = rows.flatMap(({ fromRoom, toRoom, team, ...row }) => {
    const [from, to] = [shown(fromRoom), shown(toRoom)];
    return from && to ? [{ ...row, ...(team !== null && { team }), from, to }] : [];
  });
  return { kind: job.wish.kind, askedAt: job.askedAt.getTime(), people };
}

/**
 * The game decides whether the player has come. Repeated after a crash, it releases a seat that is free already, and writes the
 * replacement in one transaction with the release.
 */
export async function release(
  database: DataSource,
  bus: Bus,
  { actor, showId, jobId, playerId, replace }: RequestOf<typeof releaseAdvanced>,
): Promise<void> {
  const { manager } = database;
  const job = await database.transaction(async (writing) => {
    await requireOperator(writing, { actor, showId });
    return writing.findOneBy(AdvanceRow, { jobId, showId });
  });
  const row = await manager.findOneBy(AdvancedRow, { jobId, playerId });
  if (job === null || row === null) throw new RefusedError('advance-not-found');
  if (row.state === 'releasing' || row.state === 'released') return;
  if (row.state === 'arrived') throw new RefusedError('seat-arrived');
  let next = null;
  if (replace) {
    const known = await manager.find(AdvancedRow, { select: { playerId: true }, where: { jobId } });
    const rooms = await roomsOf(manager, showId);
    const ids = new Set<string>(known.map((each) => each.playerId));
    next = await nextOf(bus, { showId, rooms, wish: job.wish }, row, ids);
    if (next === null) throw new RefusedError('advance-no-next');
  }
  const claim = randomUUID();
  const [[held]] = await manager.query<[Pick<AdvancedRow, 'state'>[], number]>(CLAIM_FOR_RELEASE, [
    ...[jobId, playerId, claim, HOLD_SECONDS],
  ]);
  // A step of it is being done.
  if (held === undefined) throw new RefusedError('busy');
  try {
    if (held.state === 'arrived') throw new RefusedError('seat-arrived');
    if (held.state === 'releasing' || held.state === 'released') throw new RefusedError('advance-settled');
    await callShard(bus, actAsStaff, row.toGame, {
      ...{ gameId: row.toGame, staff: { showId, userId: actor.userId } },
      ...{ commandId: commandIdOf(jobId, playerId, 'release'), command: { type: 'releaseSeat', playerId } },
    }).catch((error: unknown) => ignoreMissing(error, held.state));
    await database.transaction(async (writing) => {
      const [noted] = await writing.query<[unknown[], number]>(NOTE_STEP, [
        ...[jobId, [playerId], claim, 'releasing', null],
        null,
      ]);
      // A worker has it by now, as the game took too long.
      if (noted.length === 0) throw new RefusedError('busy');
      if (next === null) return;
      const added = await writing.query<unknown[]>(ADD_ADVANCED, [jobId, JSON.stringify([next])]);
      // They have another seat that was released meanwhile.
      if (added.length === 0) throw new RefusedError('retry');
    });
  } catch (error) {
    await manager.query(GIVE_BACK, [jobId, [playerId], claim, 0]);
    throw error;
  }
}

/** The seat was never reserved. One that was, and that the player does not have any more, was given to the same person under a new id. */
function ignoreMissing(error: unknown, state: AdvancedRow['state']): null {
  if (!(error instanceof RefusedError) || error.code !== 'player-not-found') throw error;
  if (state === 'reserved' || state === 'sent') throw new RefusedError('seat-arrived');
  return null;
}
