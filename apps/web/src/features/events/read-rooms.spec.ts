import { describe, expect, it } from '@jest/globals';
import { RoomRow, SHOW_LIMITS, TemplateId } from '@earworm/contracts';
import { performance } from 'node:perf_hooks';
import { LINE_MAX } from '../../shared/table-import/read-text.js';
import { checkRooms, readRooms } from './read-rooms.js';
import type { RoomContext } from './room-lines.js';

const BIG_NIGHT = TemplateId.parse('big-night-template-1');
const CONTEXT: RoomContext = {
  timeZone: 'Europe/Berlin',
  day: '2026-12-05',
  templates: new Map([
    ['big night', BIG_NIGHT],
    ['pop', null],
  ]),
  rooms: new Map(),
  blockedNames: ['hoppla'],
};
const bytes = (text: string) => new TextEncoder().encode(text);
const readText = (text: string) => {
  const reading = readRooms(bytes(text), ['en']);
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  return reading;
};
const check = (text: string) => {
  const { rows, columns } = readText(text);
  return checkRooms(rows, columns, CONTEXT);
};
/** The faults of a file with one room, whose other cells are right. */
const faultsOf = (cells: Partial<Record<string, string>>) => {
  const row = { id: 'R-1', number: '1', name: 'Night Shift', ...cells };
  const quoted = Object.values(row).map((cell = '') => `"${cell}"`);
  const [line] = check(`${Object.keys(row).join(',')}\n${quoted.join(',')}\n`);
  return line?.faults.map(({ field, code, n, instead }) => [field, code, n || instead].filter(Boolean).join(' '));
};
const codeOf = (text: string) => {
  const reading = readRooms(bytes(text), ['en']);
  return reading.kind === 'refused' ? reading.code : reading.kind;
};
const MOST = SHOW_LIMITS.roomsMost;
const fileOf = (count: number) =>
  `id;number;name;group;language;crew\n${Array.from({ length: count }, (_, n) => `LYO-${n};${n + 1};Room ${n};Lyon · Hall A;de;crew-${n}@example.org`).join('\n')}\n`;

describe('a file of rooms', () => {
  it('becomes rows with every column, by headings in the language of the operator', () => {
    const [line] = check(
      'Kennung;Raumnummer;Bezeichnung;Halle;Vorlage;Weitere Runden;Sprache;Beginn;Moderation\n' +
        'LYO-131;131;Night Shift;Lyon · Hall A;Big  Night;Big Night | final-template-1234;de;5.12.2026 19:30;leila@example.org, paul@example.org\n'.replace(
          '  ',
          ' ',
        ),
    );
    expect(line).toMatchObject({
      line: 2,
      faults: [],
      row: {
        ...{ ownId: 'LYO-131', number: 131, name: 'Night Shift', group: 'Lyon · Hall A', templateId: BIG_NIGHT },
        laterTemplateIds: [BIG_NIGHT, 'final-template-1234'],
        ...{ language: 'de', startsAt: Date.parse('2026-12-05T19:30:00+01:00') },
        crewEmails: ['leila@example.org', 'paul@example.org'],
      },
    });
  });

  it.each([
    [',', ','],
    [';', ';'],
    ['tab', '\t'],
    ['|', '|'],
  ])('accepts %s between its columns', (_, delimiter) => {
    const text = [
      ['id', 'number', 'name'],
      ['a', '1', 'One'],
      ['b', '2', 'Two'],
    ];
    const reading = readText(text.map((cells) => cells.join(delimiter)).join('\r\n'));
    expect([reading.delimiter, reading.rows.length, reading.encoding]).toEqual([delimiter, 2, null]);
  });

  it('arrives in the encoding that spreadsheets of its language save, which people may change', () => {
    const german = Uint8Array.from(Buffer.from('id;number;name\na;1;Küche\nb;2;Größe\nc;3;Straße\n', 'latin1'));
    const reading = readRooms(german, ['de']);
    expect(reading).toMatchObject({ kind: 'read', encoding: 'windows-1252' });
    expect(reading.kind === 'read' && reading.rows.map(({ cells }) => cells[2])).toEqual(['Küche', 'Größe', 'Straße']);
  });

  it('keeps what looks like a formula as text', () => {
    expect(check('id,number,name\na,1,=cmd\nb,2,"\'=cmd"\n').map(({ row }) => row?.name)).toEqual(['=cmd', '=cmd']);
  });

  it('keeps right-to-left names and emoji as they are', () => {
    const names = ['חדר שבע', 'غرفة الموسيقى', '👩‍👩‍👧‍👦 Family 🏳️‍🌈', '🎶'.repeat(40)];
    const rows = names.map((name, n) => `id-${n},${n + 1},${name}`);
    expect(check(`id,number,name\n${rows.join('\n')}\n`).map(({ row }) => row?.name)).toEqual(names);
  });

  it('gives the time alone for the day of the event, in its zone', () => {
    expect(check('id,number,name,start\na,1,A,19:30\n')[0]?.row?.startsAt).toBe(Date.parse('2026-12-05T18:30:00Z'));
  });

  it.each([
    ['an empty cell', { id: '' }, ['id id-missing']],
    ['a long id', { id: 'x'.repeat(65) }, ['id id-too-long']],
    ['a number with a space', { number: '13 6' }, ['number number-spaced 136']],
    ['a number that is a word', { number: 'A4' }, ['number number-invalid']],
    ['number zero', { number: '0' }, ['number number-invalid']],
    ['a number of six digits', { number: '100000' }, ['number number-invalid']],
    ['no number', { number: '' }, ['number number-missing']],
    ['no name', { name: ' ' }, ['name name-missing']],
    ['a name of 200 characters', { name: 'n'.repeat(200) }, ['name name-too-long 160']],
    ['a right-to-left name of 200 characters', { name: 'ש'.repeat(200) }, ['name name-too-long 160']],
    ['41 emoji', { name: '👩‍👩‍👧‍👦'.repeat(41) }, ['name name-too-long 1']],
    ['a long group', { group: 'g'.repeat(41) }, ['group group-too-long 1']],
    ['an unknown template', { template: 'Pop quiz' }, ['template template-unknown']],
    ['a long word as template', { template: 'Weihnachtsfeierabend' }, ['template template-unknown']],
    ['a title that several templates have', { template: 'POP' }, ['template template-twice']],
    ['an unknown template of a round', { rounds: 'Big night | Pop quiz' }, ['rounds template-unknown']],
    ['ten later rounds', { rounds: Array(10).fill('Big night').join('|') }, ['rounds rounds-too-many 10']],
    ['letters that are no language', { language: 'xx' }, ['language language-unknown']],
    ['the name of a language', { language: 'Deutsch' }, ['language language-unknown']],
    ['a day that does not exist', { start: '2026-02-30 19:30' }, ['start start-invalid']],
    ['an hour that the clocks leave out', { start: '2027-03-28 02:30' }, ['start start-invalid']],
    ['a date in the order of one country', { start: '12/05/2026 19:30' }, ['start start-invalid']],
    ['no email address', { crew: 'Leila' }, ['crew crew-invalid']],
    ['six email addresses', { crew: [1, 2, 3, 4, 5, 6].map((n) => `a${n}@b.org`).join(' ') }, ['crew crew-too-many 6']],
  ])('names the column and the reason of a row with %s', (_, cells, faults) => {
    expect(faultsOf(cells)).toEqual(faults);
  });

  it('names all faults of a row', () => {
    expect(faultsOf({ number: 'x', name: '', language: 'zz' })).toHaveLength(3);
  });

  it('gives a room the teams of a cell, with a key in brackets, and names with signs that lists do not need', () => {
    const teamsIn = (cell: string) => check(`id;number;name;teams\na;1;A;"${cell}"\n`)[0]?.row?.teams;
    expect(teamsIn('Reds [R1] | Blues| Team #1 |  Café  Noir [ kaffee 7 ]')).toEqual([
      ...[{ name: 'Reds', key: 'R1' }, { name: 'Blues' }, { name: 'Team #1' }],
      { name: 'Café Noir', key: 'kaffee 7' },
    ]);
    expect(teamsIn('')).toEqual([]);
    expect(teamsIn(Array.from({ length: 100 }, (_, n) => `T${n} [${n}]`).join('|'))).toHaveLength(100);
  });

  it.each([
    ['no name between two', 'Reds | | Blues', 'team-missing 3'],
    ['no name behind the last', 'Reds |', 'team-missing 2'],
    ['a key alone', '[R1]', 'team-missing 1'],
    ['one of 200 characters', 'x'.repeat(200), 'team-too-long 1'],
    ['a web address', 'www.example.org', 'team-link 1'],
    ['an insult', 'Reds | Arschloch', 'team-blocked 2'],
    ['a word that the event does not allow', 'H o p p l a', 'team-blocked 1'],
    ['two of one name', 'Reds [1] | reds [2]', 'team-twice 2'],
    ['two that look alike', 'Reds | Rеds', 'team-twice 2'],
    ['a bracket in a name', 'Re[d]s', 'team-signs 1'],
    ['two keys', 'Reds [R1] [R2]', 'team-signs 1'],
    ['an empty key', 'Reds []', 'team-key 40'],
    ['a key of 41 characters', `Reds [${'k'.repeat(41)}]`, 'team-key 40'],
    ['two of one key', 'Reds [R1] | Blues [r1]', 'team-key-twice 40'],
    ['a hundred and one', Array.from({ length: 101 }, (_, n) => `T${n}`).join('|'), 'teams-too-many 101'],
  ])('refuses a cell of teams with %s', (_, teams, fault) => {
    expect(faultsOf({ teams })).toEqual([`teams ${fault}`]);
  });

  it('names the first line with the same id', () => {
    const lines = check('id,number,name\nLYO-131,1,A\n\nLYO-132,2,B\nLYO-131,3,C\n');
    expect(lines.map(({ line, row, faults }) => [line, row !== null, faults.map(({ code, n }) => [code, n])])).toEqual([
      [2, true, []],
      [4, true, []],
      [5, false, [['id-twice', 2]]],
    ]);
  });

  it('keeps of a room that exists what it has no column for', () => {
    const room = RoomRow.parse({
      ...{ ownId: 'a', number: 1, name: 'A', group: 'Lyon', language: 'fr', startsAt: 5, crewEmails: ['a@b.org'] },
      ...{ laterTemplateIds: [BIG_NIGHT], teams: [{ name: 'Reds', key: 'R1' }] },
    });
    const rowIn = (text: string) => {
      const { rows, columns } = readText(text);
      return checkRooms(rows, columns, { ...CONTEXT, rooms: new Map([['a', room]]) })[0]?.row;
    };
    expect(rowIn('id,number,name\na,1,A\n')).toEqual(room);
    expect(rowIn('id,number,name,group,rounds,language,start,crew,teams\na,1,A,,,,,,\n')).toEqual({
      ...room,
      ...{ group: '', laterTemplateIds: [], language: null, startsAt: null, crewEmails: [], teams: [] },
    });
  });

  it('leaves columns open whose headings mean nothing or mean the same', () => {
    const { columns } = readText('id,number,name,Colour,Nummer\na,1,A,red,7\n');
    expect(columns.map(({ role, certain }) => (certain ? role : `${role}?`))).toEqual([
      'id',
      'number',
      'name',
      'none?',
      'none?',
    ]);
  });

  it('leaves all columns open without a heading', () => {
    const { columns, rows } = readText('a,1,A\nb,2,B\n');
    expect([columns.map(({ role }) => role), rows.length]).toEqual([['none', 'none', 'none'], 2]);
  });

  it.each([
    ['is empty', ' \n', 'empty'],
    ['has only a heading', 'id,number,name\n', 'empty'],
    ['has no columns', 'Night Shift\nRow Twelve\n', 'no-table'],
    ['has a line of a megabyte', `id,number,name\na,1,${'x'.repeat(LINE_MAX)}\n`, 'line-too-long'],
    ['is a workbook', 'PK\u0003\u0004 xl/workbook.xml', 'excel'],
    ['is a picture', '\u0000\u0001\u0002', 'not-text'],
    ['has one row too many', fileOf(MOST + 1), 'too-many-rows'],
  ])('leads to a refusal when it %s', (_, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it('takes at most two seconds to check 2,000 rows', () => {
    const begun = performance.now();
    const lines = check(fileOf(MOST));
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect([lines.length, lines.every(({ row }) => row !== null)]).toEqual([2_000, true]);
  });

  it('leads to a refusal within a second when it has 50,000 rows', () => {
    const file = bytes(fileOf(50_000));
    const begun = performance.now();
    expect(readRooms(file, ['en'])).toEqual({ kind: 'refused', code: 'too-many-rows' });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
