import { type Room, RoomRow, SHOW_LIMITS, type ShowDetail, type TemplateId } from '@earworm/contracts';
import { charactersOf, cleanText } from '@earworm/rules';
import type { TableRow } from '../../shared/table-import/read-table.js';
import { readStart } from './planned-start.js';
import { type RoomColumn, type RoomField, titleKey } from './room-columns.js';
import { readTeams, type TeamFaultCode } from './room-teams.js';

type RoomFaultCode =
  | 'id-missing'
  | 'id-too-long'
  | 'id-twice'
  | 'number-missing'
  | 'number-invalid'
  | 'number-spaced'
  | 'name-missing'
  | 'name-too-long'
  | 'group-too-long'
  | 'template-unknown'
  | 'template-twice'
  | 'rounds-too-many'
  | 'language-unknown'
  | 'start-invalid'
  | 'crew-invalid'
  | 'crew-too-many'
  | TeamFaultCode;

export interface RoomFault {
  readonly field: RoomField;
  readonly code: RoomFaultCode;
  /** What is in the cell, shortened. */
  readonly what: string;
  /** The other line with this id, or how many characters are too many. */
  readonly n: number;
  /** What to write instead, where that is known. */
  readonly instead: string;
}

export interface RoomLine {
  readonly line: number;
  readonly cells: Readonly<Record<RoomField, string>>;
  /** Null with a fault. */
  readonly row: RoomRow | null;
  readonly faults: readonly RoomFault[];
}

/** What every way to add rooms gives to the preview. */
export interface SourceProps {
  readonly show: ShowDetail;
  /** That the event has. */
  readonly rooms: readonly Room[];
  /** Null while there is nothing to preview. */
  readonly onLines: (lines: readonly RoomLine[] | null) => void;
}

export interface RoomContext {
  readonly timeZone: string;
  /** Of the event, in its zone: for rows that give the time alone. */
  readonly day: string;
  /** By title as `titleKey` gives it; null: several have this title. */
  readonly templates: ReadonlyMap<string, TemplateId | null>;
  /** Words that the event does not allow in names, besides the block list. */
  readonly blockedNames: readonly string[];
  /** Those that the event has, by the operator's own ids: they keep what a file has no column for. */
  readonly rooms: ReadonlyMap<string, RoomRow>;
}

const SHOWN = 60;
/** Ids of templates have digits or dashes; a long word is a title. */
const TEMPLATE_ID = /^(?=.*[\d-])[\w-]{16,80}$/;
const { shape } = RoomRow;

/** Every row as it would be sent, and all faults of those that cannot be. */
export function checkRooms(
  rows: readonly TableRow[],
  columns: readonly RoomColumn[],
  context: RoomContext,
): readonly RoomLine[] {
  const at = (field: RoomField) => columns.findIndex(({ role }) => role === field);
  const places = {
    ...{ id: at('id'), number: at('number'), name: at('name'), group: at('group') },
    ...{
      template: at('template'),
      rounds: at('rounds'),
      language: at('language'),
      start: at('start'),
      ...{ crew: at('crew'), teams: at('teams') },
    },
  };
  const firstLineOf = new Map<string, number>();
  return rows.map(({ line, cells: all }) => {
    const cell = (index: number) => cleanText(all[index] ?? '');
    const cells = {
      ...{ id: cell(places.id), number: cell(places.number), name: cell(places.name), group: cell(places.group) },
      ...{ template: cell(places.template), rounds: cell(places.rounds), language: cell(places.language) },
      ...{ start: cell(places.start), crew: cell(places.crew), teams: cell(places.teams) },
    };
    const { row, faults } = checkRow(cells, keptOf(context.rooms.get(cells.id), places), context);
    const first = firstLineOf.get(cells.id);
    if (cells.id !== '' && first === undefined) firstLineOf.set(cells.id, line);
    if (first === undefined) return { line, cells, row: faults.length === 0 ? row : null, faults };
    return { line, cells, row: null, faults: [fault('id', 'id-twice', cells.id, { n: first }), ...faults] };
  });
}

const fault = (
  field: RoomField,
  code: RoomFaultCode,
  what: string,
  { n = 0, instead = '' }: { n?: number; instead?: string } = {},
): RoomFault => ({ field, code, n, instead, what: [...charactersOf(what)].slice(0, SHOWN).join('') });

type Kept = Pick<RoomRow, 'group' | 'laterTemplateIds' | 'language' | 'startsAt' | 'crewEmails' | 'teams'>;

function keptOf(room: RoomRow | undefined, places: Readonly<Record<RoomField, number>>): Kept {
  const kept: Kept = {
    ...{ group: '', laterTemplateIds: [], language: null },
    ...{ startsAt: null, crewEmails: [], teams: [] },
  };
  if (room === undefined) return kept;
  return {
    group: places.group < 0 ? room.group : kept.group,
    laterTemplateIds: places.rounds < 0 ? room.laterTemplateIds : kept.laterTemplateIds,
    language: places.language < 0 ? room.language : kept.language,
    startsAt: places.start < 0 ? room.startsAt : kept.startsAt,
    crewEmails: places.crew < 0 ? room.crewEmails : kept.crewEmails,
    teams: places.teams < 0 ? room.teams : kept.teams,
  };
}

function checkRow(cells: RoomLine['cells'], kept: Kept, context: RoomContext) {
  const faults: RoomFault[] = [];
  const add = (...of: Parameters<typeof fault>) => void faults.push(fault(...of));
  const row: RoomRow = {
    ownId: cells.id,
    number: 0,
    name: cells.name,
    templateId: null,
    ...kept,
  };

  if (cells.id === '') add('id', 'id-missing', '');
  else if (!shape.ownId.safeParse(cells.id).success) add('id', 'id-too-long', cells.id);

  const digits = cells.number.normalize('NFKC');
  const number = /^\d+$/.test(digits) ? shape.number.safeParse(Number(digits)) : null;
  if (number?.success) row.number = number.data;
  else if (digits === '') add('number', 'number-missing', '');
  else {
    const instead = digits.replace(/[\s.,'’_-]+/gu, '');
    const fits = instead !== digits && /^\d+$/.test(instead) && shape.number.safeParse(Number(instead)).success;
    add('number', fits ? 'number-spaced' : 'number-invalid', cells.number, fits ? { instead } : {});
  }

  if (cells.name === '') add('name', 'name-missing', '');
  else if (!shape.name.safeParse(cells.name).success)
    add('name', 'name-too-long', cells.name, { n: excess(cells.name, SHOW_LIMITS.roomNameLength) });
  if (cells.group !== '') row.group = cells.group;
  if (!shape.group.safeParse(cells.group).success)
    add('group', 'group-too-long', cells.group, { n: excess(cells.group, SHOW_LIMITS.groupLength) });

  const templateOf = (field: RoomField, named: string): readonly TemplateId[] => {
    const known = context.templates.get(titleKey(named));
    const id = known ?? (TEMPLATE_ID.test(named) ? shape.templateId.safeParse(named).data : undefined);
    if (id) return [id];
    add(field, known === null ? 'template-twice' : 'template-unknown', named);
    return [];
  };
  if (cells.template !== '') row.templateId = templateOf('template', cells.template)[0] ?? null;
  const rounds = cells.rounds.split('|').flatMap((each) => each.trim() || []);
  if (rounds.length >= SHOW_LIMITS.rounds) add('rounds', 'rounds-too-many', '', { n: rounds.length });
  else if (rounds.length > 0) row.laterTemplateIds = rounds.flatMap((each) => templateOf('rounds', each));
  if (cells.language !== '') {
    const code = cells.language.toLowerCase();
    if (isLanguage(code)) row.language = code;
    else add('language', 'language-unknown', cells.language);
  }
  if (cells.start !== '') {
    row.startsAt = readStart(cells.start, context);
    if (row.startsAt === null) add('start', 'start-invalid', cells.start);
  }
  const emails = [...new Set(cells.crew.split(/[;,|\s]+/u).filter((each) => each !== ''))];
  const wrong = emails.find((each) => !shape.crewEmails.safeParse([each]).success);
  if (wrong !== undefined) add('crew', 'crew-invalid', wrong);
  else if (emails.length > SHOW_LIMITS.crewEmails) add('crew', 'crew-too-many', '', { n: emails.length });
  else if (emails.length > 0) row.crewEmails = emails;
  const teams = readTeams(cells.teams, context.blockedNames);
  if ('fault' in teams) add('teams', teams.fault, teams.what, { n: teams.n });
  else if (teams.teams.length > 0) row.teams = teams.teams;
  return { row, faults };
}

const excess = (text: string, most: number): number => Math.max(1, [...charactersOf(text)].length - most);

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** A code of two or three letters that means a language. */
function isLanguage(code: string): boolean {
  return /^[a-z]{2,3}$/.test(code) && names.of(code) !== undefined;
}
