import type { Room, RoomRow, TemplateId } from '@earworm/contracts';

type RoomChange = 'new' | 'changed' | 'unchanged';
/** What becomes of a line. */
export type LineChange = RoomChange | 'fault';

const FIELDS = ['number', 'name', 'group', 'templateId', 'language', 'startsAt'] as const;
const LISTS = ['laterTemplateIds', 'crewEmails'] as const;

const teamsOf = ({ teams }: Pick<RoomRow, 'teams'>): string =>
  JSON.stringify(teams.map(({ name, key }) => [name, key]));

/** What saving this row does to the rooms that the event has, which are given by the operator's own ids. */
export function changeOf(row: RoomRow, rooms: ReadonlyMap<string, RoomRow>): RoomChange {
  const room = rooms.get(row.ownId);
  if (room === undefined) return 'new';
  const isSame =
    FIELDS.every((field) => room[field] === row[field]) &&
    LISTS.every((field) => String(room[field]) === String(row[field])) &&
    teamsOf(room) === teamsOf(row);
  return isSame ? 'unchanged' : 'changed';
}

export const roomsById = (rooms: readonly Room[]): ReadonlyMap<string, Room> =>
  new Map(rooms.map((room) => [room.ownId, room]));

/**
 * The template of a row that names none: that of the room, which cannot change once its game is being created; otherwise
 * the chosen one.
 */
export function templateFor(room: Room | undefined, chosen: TemplateId | null): TemplateId | null {
  if (room === undefined) return chosen;
  const isFixed = room.gameId !== null || room.state === 'preparing';
  return isFixed ? room.templateId : (chosen ?? room.templateId);
}

export const rowOf = (room: Room): RoomRow => {
  const { ownId, number, name, group, templateId, laterTemplateIds, language, startsAt, crewEmails, teams } = room;
  return { ownId, number, name, group, templateId, laterTemplateIds, language, startsAt, crewEmails, teams };
};
