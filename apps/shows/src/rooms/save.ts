import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type RoomRow as Written,
  type saveRooms,
  SHOW_LIMITS,
} from '@earworm/contracts';
import { cleanLine, isBlockedName, planTeams } from '@earworm/rules';
import { type DataSource, In } from 'typeorm';
import { requireOperator } from '../shows/access.js';
import { refuseTooManyPeople } from '../shows/facts.js';
import { RoomRow } from '../shows/room.entity.js';
import { PLACE_AGAIN, UPSERT_ROOMS } from './rooms.sql.js';

type Typed = RequestOf<typeof saveRooms>['rows'][number];

/** All rows or none. `placed`: whether a game has to learn a new name. */
export function save(
  database: DataSource,
  { rows: typed, ...asked }: RequestOf<typeof saveRooms>,
): Promise<ReplyOf<typeof saveRooms> & { readonly placed: boolean }> {
  const cleaned = typed.map(cleanRow);
  refuseTwice(cleaned);
  return database.transaction(async (manager) => {
    const { showId, mostRooms, mostPeople, peoplePerRoom, removedGames, settings } = await requireOperator(
      manager,
      asked,
    );
    const found = await manager.findBy(RoomRow, { showId, ownId: In(cleaned.map(({ ownId }) => ownId)) });
    const before = new Map(found.map((room) => [room.ownId, room]));
    const rows = cleaned.map((row): Written => ({ ...row, teams: row.teams ?? before.get(row.ownId)?.teams ?? [] }));
    const differs = (row: Written) => !isDeepStrictEqual(row, writtenOf(before.get(row.ownId)));
    const changes = rows.filter(differs);
    const added = changes.filter(({ ownId }) => !before.has(ownId)).length;
    if (added > 0) {
      const rooms = (await manager.countBy(RoomRow, { showId })) + added;
      const games = rooms + removedGames;
      if (rooms > mostRooms || games > mostRooms * SHOW_LIMITS.gamesPerRoom)
        throw new RefusedError('event-rooms-full', { n: mostRooms });
      refuseTooManyPeople(rooms, peoplePerRoom, mostPeople);
    }
    for (const row of changes) {
      refuseOtherGame(row, before.get(row.ownId));
      refuseTeams(row, settings.blockedNames ?? []);
    }
    if (changes.length > 0)
      await manager.query(UPSERT_ROOMS, [JSON.stringify(changes.map(columnsOf)), showId, asked.actor.userId]);
    const renamed = changes.filter(({ ownId, name }) => {
      const room = before.get(ownId);
      return room !== undefined && room.gameId !== null && room.name !== name;
    });
    const ids = renamed.map(({ ownId }) => ownId);
    if (ids.length > 0) await manager.query(PLACE_AGAIN, [showId, ids, randomUUID()]);
    return {
      ...{ added, changed: changes.length - added, unchanged: rows.length - changes.length },
      placed: ids.length > 0,
    };
  });
}

const cleanRow = ({ teams, ...row }: Typed): Typed => ({
  ...row,
  teams: teams?.map(({ name, key }) => ({ name: cleanLine(name), ...(key !== undefined && { key: cleanLine(key) }) })),
  ownId: cleanLine(row.ownId),
  name: cleanLine(row.name),
  group: cleanLine(row.group),
});

function refuseTwice(rows: readonly Typed[]): void {
  const seen = new Set<string>();
  for (const { ownId: id } of rows) {
    if (seen.has(id)) throw new RefusedError('room-id-twice', { id });
    seen.add(id);
  }
}

function refuseTeams({ teams }: Written, blocked: readonly string[]): void {
  const planned = planTeams(teams, (name) => isBlockedName(name, blocked));
  if ('refused' in planned) throw new RefusedError(planned.refused);
}

/** A game has the teams of its room, and the questions of the template that it was created from, or is about to. */
function refuseOtherGame(
  { ownId: id, templateId, laterTemplateIds, teams }: Written,
  before: RoomRow | undefined,
): void {
  if (before === undefined) return;
  const begun = before.laterTemplateIds.slice(0, before.round - 1);
  if (begun.some((each, at) => each !== laterTemplateIds[at])) throw new RefusedError('room-has-game', { id });
  if (before.templateId === templateId && isDeepStrictEqual(before.teams, teams)) return;
  if (before.gameId !== null || before.state === 'preparing') throw new RefusedError('room-has-game', { id });
}

const columnsOf = ({ startsAt, ...row }: Written) => ({
  ...row,
  startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
});

/** What operators write of a room. */
const writtenOf = (room: RoomRow | undefined): Written | undefined =>
  room && {
    ownId: room.ownId,
    number: room.number,
    name: room.name,
    group: room.group,
    templateId: room.templateId,
    laterTemplateIds: room.laterTemplateIds,
    language: room.language,
    startsAt: room.startsAt?.getTime() ?? null,
    crewEmails: room.crewEmails,
    teams: room.teams,
  };
