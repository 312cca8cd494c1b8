import { describe, expect, it } from '@jest/globals';
import { RoomRow, SHOW_LIMITS } from '@earworm/contracts';
import { charactersOf, cleanText, planTeams } from '@earworm/rules';
import fc from 'fast-check';
import { checkRooms, readRooms } from './read-rooms.js';
import { PAGE_BYTES, rowPages } from './row-pages.js';
import { roomsCsv } from './rooms-csv.js';

const cut = (text: string, most: number) => cleanText([...charactersOf(cleanText(text))].slice(0, most).join(''));
const text = (most: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: most }),
      fc.constantFrom('=cmd', "'=cmd", ' "quoted", name', '@SUM(A1)', '+1', 'خطة ב', '👩‍👩‍👧‍👦', '-', ';', '|\t', '007'),
    )
    .map((any) => cut(any, most));
const required = (most: number) => text(most).map((any) => any || 'x');
const email = fc.emailAddress().filter((each) => RoomRow.shape.crewEmails.safeParse([each]).success);

const anyRow = fc.record({
  ownId: required(SHOW_LIMITS.ownIdLength).map(
    (id) => id.slice(0, SHOW_LIMITS.ownIdLength).toWellFormed().trim() || 'x',
  ),
  number: fc.integer({ min: 1, max: 99_999 }),
  name: required(SHOW_LIMITS.roomNameLength),
  group: text(SHOW_LIMITS.groupLength),
  templateId: fc.option(fc.uuid()),
  laterTemplateIds: fc.array(fc.uuid(), { maxLength: SHOW_LIMITS.rounds - 1 }),
  language: fc.option(fc.constantFrom('de', 'en', 'he', 'gsw')),
  startsAt: fc.option(fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000)),
  crewEmails: fc.uniqueArray(email, { maxLength: SHOW_LIMITS.crewEmails }),
  teams: fc
    .array(fc.record({ name: text(20), key: fc.option(text(10), { nil: undefined }) }), { maxLength: 4 })
    .map((typed) => {
      const planned = planTeams(typed, null);
      return 'teams' in planned ? planned.teams : [];
    }),
});
const anyRows = fc
  .uniqueArray(anyRow, { selector: ({ ownId }) => ownId, minLength: 1, maxLength: 8 })
  .map((rows) => rows.filter((row) => RoomRow.safeParse(row).success).map((row) => RoomRow.parse(row)));
const zone = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'UTC');

describe('rooms that are exported and imported', () => {
  it('exported rooms are imported as the same rows, with any content, in every encoding of Unicode', () => {
    fc.assert(
      fc.property(anyRows, zone, fc.constantFrom('utf8' as const, 'utf16le' as const), (rows, timeZone, encoding) => {
        fc.pre(rows.length > 0);
        const reading = readRooms(Buffer.from(roomsCsv(rows, timeZone), encoding), ['en']);
        if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
        const context = { timeZone, day: '2026-12-05', templates: new Map(), rooms: new Map(), blockedNames: [] };
        expect(checkRooms(reading.rows, reading.columns, context).map(({ row, faults }) => row ?? faults)).toEqual(
          rows,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('exported rooms show the code by which players join', () => {
    const row = RoomRow.parse({ ownId: 'A', number: 1, name: 'One' });
    expect(roomsCsv([{ ...row, gameCode: 'ROOM22' }], 'UTC')).toMatch(/"teams","code"\r\n.*"ROOM22"/);
  });

  it('exported rooms show keys of teams in brackets', () => {
    const teams = [{ name: 'Reds', key: 'R1' }, { name: 'Team #2' }];
    const row = RoomRow.parse({ ownId: 'A', number: 1, name: 'One', teams });
    expect(roomsCsv([row], 'UTC')).toContain('"Reds [R1] | Team #2"');
  });

  it('exported rooms never begin a cell with a formula', () => {
    const row = RoomRow.parse({ ownId: '=1+1', number: 1, name: '=cmd|calc', group: '@SUM(A1)' });
    expect(roomsCsv([row], 'UTC')).toContain(`"'=1+1","1","'=cmd|calc","'@SUM(A1)"`);
  });
});

describe('pages of rows', () => {
  const row = (n: number, name: string) => RoomRow.parse({ ownId: `id-${n}`, number: n + 1, name });

  it('hold at most 250 rows, in the order of the file', () => {
    const rows = Array.from({ length: 501 }, (_, n) => row(n, 'Room'));
    const pages = rowPages(rows);
    expect(pages.map(({ length }) => length)).toEqual([250, 250, 1]);
    expect(pages.flat()).toEqual(rows);
  });

  it('remain below 256 KB with the longest rows', () => {
    const rows = Array.from({ length: 250 }, (_, n) => ({
      ...row(n, '👩‍👩‍👧'.repeat(40)),
      group: '👩‍👩‍👧'.repeat(40),
    }));
    const pages = rowPages(rows);
    expect(pages.flat()).toEqual(rows);
    const sizes = pages.map((page) => Buffer.byteLength(JSON.stringify({ rows: page })));
    expect(Math.max(...sizes)).toBeLessThan(256 * 1024);
    expect(Math.max(...sizes)).toBeGreaterThan(PAGE_BYTES * 0.9);
  });

  it('need rows: without any there is none', () => expect(rowPages([])).toEqual([]));
});
