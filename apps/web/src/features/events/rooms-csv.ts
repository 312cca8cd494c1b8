import { csvOf, type Room, type RoomRow } from '@earworm/contracts';
import { isoIn } from '../../shared/ui/iso-time.js';
import { ROOM_FIELDS, type RoomField } from './room-columns.js';
import type { RoomLine } from './room-lines.js';
import { cellOfTeam } from './room-teams.js';

export const cellsOf = (
  { ownId, number, name, group, templateId, laterTemplateIds, language, startsAt, crewEmails, teams }: RoomRow,
  timeZone: string,
): Readonly<Record<RoomField, string>> => ({
  ...{ id: ownId, number: String(number), name, group, template: templateId ?? '' },
  ...{ rounds: laterTemplateIds.join(' | '), language: language ?? '' },
  ...{ start: startsAt === null ? '' : isoIn(startsAt, timeZone), crew: crewEmails.join(' ') },
  teams: teams.map(cellOfTeam).join(' | '),
});

/** As `readRooms` reads it again, which skips the code to join by. Without anything secret. */
export const roomsCsv = (rows: readonly (RoomRow & Partial<Pick<Room, 'gameCode'>>)[], timeZone: string): string =>
  csvOf([
    [...ROOM_FIELDS, 'code'],
    ...rows.map((row) => {
      const cells = cellsOf(row, timeZone);
      return [...ROOM_FIELDS.map((field) => cells[field]), row.gameCode ?? ''];
    }),
  ]);

/** Lines with faults, with what to do beside them, for the author of the file. */
export const faultsCsv = (lines: readonly RoomLine[], wordsOf: (line: RoomLine) => string): string =>
  csvOf([
    ['line', ...ROOM_FIELDS, 'fault'],
    ...lines.map((line) => [line.line, ...ROOM_FIELDS.map((field) => line.cells[field]), wordsOf(line)]),
  ]);
