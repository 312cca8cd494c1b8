import { beforeEach, describe, expect, it } from '@jest/globals';
import { RefusedError, type Room, RoomRow, ShowId, STARTER_TEMPLATE } from '@earworm/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { savedFiles } from '../../testing/saved-files.js';
import { aRoom, aShow, aSummary, aTemplate, facts, SHOW, uuidOf } from '../../testing/shows.js';
import { choose, click, dialog, draw, fill, NOW, pass, press } from '../../testing/user-actions.js';
import { AddRoomsPage } from './add-rooms-page.js';
import './read-rooms.js';

const READ_MS = 50;
const HOUR = 3_600_000;

beforeEach(() => {
  signInAs({ id: 'ines', name: 'Ines' });
  gateway.answer('listShows', { shows: [] });
});

async function open(show: Parameters<typeof aShow>[0] = {}, rooms: readonly Room[] = [], language: 'en' | 'de' = 'en') {
  gateway.answer('readShow', aShow(show));
  gateway.answer('listRooms', { rooms: [...rooms], next: null });
  await draw(<AddRoomsPage />, { at: `/events/${SHOW}/rooms/add`, path: '/events/:showId/rooms/add', language });
  await pass();
}
async function give(text: string, name = 'rooms.csv') {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  fireEvent.change(input, { target: { files: [new File([text], name)] } });
  await pass(READ_MS);
  await pass(READ_MS);
}
const lines = () =>
  within(screen.getByRole('region', { name: 'Rows' }))
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.tagName === 'OL')
    .map(({ textContent }) => textContent);
const counts = () =>
  [...screen.getByRole('complementary', { name: 'Summary' }).querySelectorAll('dl > div')].map(
    ({ textContent }) => textContent,
  );
const alerts = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const sentRows = () => gateway.inputsOf('saveRooms').flatMap(({ body }) => body.rows);

const A_TEMPLATE = aTemplate('Big night');

describe('rooms from a CSV file', () => {
  const FILE = 'id;number;name;language\nLYO-1;1;Night Shift;de\nLYO-2;2;Row Twelve;xx\nLYO-1;3;Night Shift II;\n';

  it('show every fault with its line, its column and what to do, before anything is sent', async () => {
    await open();
    await give(FILE);
    screen.getByText(/^One row for each room, up to 2,000\. /);
    screen.getByText('3 rows, with columns separated by semicolons');
    expect(counts()).toEqual(['1New', '0Changed', '0Unchanged', '2Fault']);
    // Faults come first.
    expect(lines()).toEqual([
      expect.stringMatching(
        /^Line 3.*Line 3, column language: “xx” is no language\. Write a code such as en, de or fr, or leave the cell empty\.$/,
      ),
      expect.stringMatching(/^Line 4.*Line 4, column id: Line 2 has the id “LYO-1” too\. Give this room its own id\.$/),
    ]);
    expect(gateway.inputsOf('saveRooms')).toEqual([]);
  });

  it('imported rooms bring their teams, and the message about a wrong team names line and column', async () => {
    gateway.answer('saveRooms', ({ body }) => ({ added: body.rows.length, changed: 0, unchanged: 0 }));
    await open();
    await give('id;number;name;teams\nLYO-1;1;One;Reds [R1] | Team #2\nLYO-2;2;Two;Reds | reds\n');
    expect(lines()).toEqual([
      expect.stringMatching(
        /^Line 3.*Line 3, column teams: Two teams of this room are called “reds”, or look alike\. Rename one\.$/,
      ),
    ]);
    await press('Save 1 room');
    await pass();
    expect(sentRows().map(({ teams }) => teams)).toEqual([[{ name: 'Reds', key: 'R1' }, { name: 'Team #2' }]]);
  });

  it('reach the server without the faulty ones, and the event opens', async () => {
    gateway.answer('saveRooms', ({ body }) => ({ added: body.rows.length, changed: 0, unchanged: 0 }));
    await open();
    await give(FILE);
    await press('Save 1 room');
    await pass();
    expect(sentRows()).toEqual([RoomRow.parse({ ownId: 'LYO-1', number: 1, name: 'Night Shift', language: 'de' })]);
    expect(location.pathname).toBe(`/events/${SHOW}`);
  });

  it('send only what is new or changed', async () => {
    gateway.answer('saveRooms', { added: 1, changed: 1, unchanged: 0 });
    await open({ counts: { ready: 2 } }, [aRoom(1), aRoom(2)]);
    await give('id,number,name\nLYO-1,1,Room 1\nLYO-2,2,Renamed\nLYO-3,3,Room 3\n');
    expect(counts()).toEqual(['1New', '1Changed', '1Unchanged', '0Fault']);
    await press('Save 2 rooms');
    await pass();
    expect(sentRows().map(({ ownId, name }) => [ownId, name])).toEqual([
      ['LYO-2', 'Renamed'],
      ['LYO-3', 'Room 3'],
    ]);
  });

  it('change nothing when the same file is chosen again', async () => {
    await open({ counts: { ready: 1 } }, [aRoom(1)]);
    await give('id,number,name\nLYO-1,1,Room 1\n');
    screen.getByText('Nothing changes: the event has all these rooms already.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save 0 rooms' }).disabled).toBe(true);
  });

  it('keep the template of a room that has its game, whatever is chosen for the others', async () => {
    gateway.answer('myTemplates', { templates: [A_TEMPLATE], total: 1 });
    gateway.answer('saveRooms', { added: 1, changed: 0, unchanged: 0 });
    const before = 'an-earlier-template';
    await open({ counts: { ready: 1 } }, [aRoom(1, { templateId: before })]);
    await give('id,number,name\nLYO-1,1,Room 1\nLYO-2,2,Room 2\n');
    await press('Choose a template');
    await press(/^Big night/, await dialog('Choose a template'));
    expect(counts()).toEqual(['1New', '0Changed', '1Unchanged', '0Fault']);
    await press('Save 1 room');
    await pass();
    expect(sentRows().map(({ ownId, templateId }) => [ownId, templateId])).toEqual([['LYO-2', STARTER_TEMPLATE]]);
  });

  it('ask for columns that are missing, which may be chosen', async () => {
    await open();
    await give('Key,Number,What\nLYO-1,1,Night Shift\n');
    expect(alerts()).toEqual([
      'Line 1: the column “name” is missing. Name it in the first line, or choose below which column it is.',
    ]);
    fireEvent.change(screen.getByLabelText('Column “What”'), { target: { value: 'name' } });
    await pass(READ_MS);
    expect([alerts(), counts()[0]]).toEqual([[], '1New']);
  });

  it('take templates by their title from My Templates', async () => {
    gateway.answer('myTemplates', { templates: [A_TEMPLATE], total: 1 });
    gateway.answer('saveRooms', { added: 1, changed: 0, unchanged: 0 });
    await open();
    await give('id,number,name,template\na,1,A,big NIGHT\nb,2,B,Other\n');
    expect(lines()).toEqual([expect.stringContaining('None of your templates is called “Other”.')]);
    await press('Save 1 room');
    await pass();
    expect(sentRows().map(({ templateId }) => templateId)).toEqual([STARTER_TEMPLATE]);
  });

  it('take the chosen template where they name none', async () => {
    gateway.answer('myTemplates', { templates: [A_TEMPLATE], total: 1 });
    gateway.answer('saveRooms', { added: 1, changed: 0, unchanged: 0 });
    await open();
    await give('id,number,name\na,1,A\n');
    await press('Choose a template');
    await press(/^Big night/, await dialog('Choose a template'));
    await press('Save 1 room');
    await pass();
    expect(sentRows().map(({ templateId }) => templateId)).toEqual([STARTER_TEMPLATE]);
  });

  it('plan later rounds for all that name none, and keep those that a file names', async () => {
    gateway.answer('myTemplates', { templates: [A_TEMPLATE], total: 1 });
    gateway.answer('saveRooms', { added: 2, changed: 0, unchanged: 0 });
    await open();
    await give('id,number,name,rounds\na,1,A,Big night | big night\nb,2,B,\n');
    await press('Add a round');
    await press(/^Big night/, await dialog('Choose a template'));
    await press('Add a round');
    await press(/^Big night/, await dialog('Choose a template'));
    await press('Remove round 2, Big night');
    await press('Save 2 rooms');
    await pass();
    expect(sentRows().map(({ laterTemplateIds }) => laterTemplateIds)).toEqual([
      [STARTER_TEMPLATE, STARTER_TEMPLATE],
      [STARTER_TEMPLATE],
    ]);
  });

  it('reach no server when they are more than the event can have', async () => {
    await open({ quota: { rooms: 2, people: 600 } });
    await give('id,number,name\na,1,A\nb,2,B\nc,3,C\n');
    screen.getByText('That is more than this event can have. Leave rows out, or ask an admin for more.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save 3 rooms' }).disabled).toBe(true);
  });

  it('say how many were saved before a failure, and send the rest again', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `id-${n},${n + 1},Room ${n}`);
    let calls = 0;
    gateway.answer('saveRooms', ({ body }) => {
      calls += 1;
      if (calls === 2) throw new RefusedError('unavailable');
      return { added: body.rows.length, changed: 0, unchanged: 0 };
    });
    await open({ quota: { rooms: 500, people: 50_000 } });
    await give(`id,number,name\n${rows.join('\n')}\n`);
    await press('Save 300 rooms');
    await pass();
    expect(alerts()).toEqual([expect.stringMatching(/^250 of 300 rooms are saved\. /)]);
    await press('Save 300 rooms');
    await pass();
    expect(gateway.inputsOf('saveRooms').map(({ body }) => body.rows.length)).toEqual([250, 50, 250, 50]);
    expect(location.pathname).toBe(`/events/${SHOW}`);
  });

  it('give their faults as a file in which formulas are escaped', async () => {
    await open();
    await give('id,number,name\n,1,=cmd\n');
    await press('Save 1 fault as CSV');
    const [file] = await savedFiles();
    expect(file?.text).toContain(`"2","","1","'=cmd"`);
    expect(file?.text).toContain('Line 2, column id: There is no id. Give this room an id of its own.');
  });

  it.each([
    ['x\ny\n', 'Diese Datei hat keine Spalten. Speichere sie als CSV, mit den Namen der Spalten in der ersten Zeile.'],
    ['', 'In dieser Datei stehen keine Räume.'],
    [
      `id,number,name\n${'a,1,A\n'.repeat(2_001)}`,
      'Diese Datei enthält mehr als 2.000 Räume, und mehr kann ein Event nicht haben. Verteile sie auf mehrere Events.',
    ],
  ])('lead to a message that says what to do: %#', async (text, message) => {
    await open({}, [], 'de');
    await give(text);
    expect(alerts()).toEqual([message]);
  });

  it('come from no file of more than 5 MB, which is not even read', async () => {
    await open();
    await give('x'.repeat(5_000_001), 'huge.csv');
    expect(alerts()).toEqual(['“huge.csv” has 6 MB. A file can have up to 2,000 rooms. Split it into several events.']);
  });
});

describe('rooms from the form', () => {
  it('get consecutive numbers after those that the event has', async () => {
    gateway.answer('saveRooms', { added: 2, changed: 0, unchanged: 0 });
    await open({ counts: { ready: 1 } }, [aRoom(7)]);
    await click(screen.getByRole('tab', { name: 'With a form' }));
    await fill('How many rooms', '2');
    await pass(READ_MS);
    await fill('Name of each room', 'Table #');
    await fill('Group', 'Hall A');
    await press('Save 2 rooms');
    await pass();
    expect(sentRows()).toMatchObject([
      { number: 8, name: 'Table 8', group: 'Hall A', startsAt: null },
      { number: 9, name: 'Table 9', group: 'Hall A', startsAt: null },
    ]);
    expect(new Set(sentRows().map(({ ownId }) => ownId)).size).toBe(2);
  });
});

describe('rooms from another event', () => {
  it('keep their ids and rounds when they are copied, and start as long after the event as before', async () => {
    gateway.answer('listShows', { shows: [aSummary(1), aSummary(2, { deletedAt: NOW })] });
    gateway.answer('saveRooms', { added: 2, changed: 0, unchanged: 0 });
    await open();
    const earlier = facts({ startsAt: NOW - 30 * 24 * HOUR });
    gateway.answer('readShow', ({ params }) =>
      params.showId === SHOW ? aShow() : aShow({ showId: ShowId.parse(params.showId), facts: earlier }),
    );
    gateway.answer('listRooms', ({ params }) => ({
      rooms:
        params.showId === uuidOf(1)
          ? [
              aRoom(1, { startsAt: earlier.startsAt + HOUR, crewEmails: ['a@b.org'] }),
              aRoom(2, { laterTemplateIds: [STARTER_TEMPLATE] }),
            ]
          : [],
      next: null,
    }));
    await click(screen.getByRole('tab', { name: 'From another event' }));
    await choose('Copy the rooms of', /^Event 1/);
    await pass(READ_MS);
    await click(screen.getByRole('checkbox', { name: 'Copy the email addresses of the crew, too' }));
    await press('Save 2 rooms');
    await pass();
    expect(
      sentRows().map(({ ownId, startsAt, laterTemplateIds, crewEmails }) => [
        ...[ownId, startsAt, laterTemplateIds, crewEmails],
      ]),
    ).toEqual([
      ['LYO-1', facts().startsAt + HOUR, [], []],
      ['LYO-2', null, [STARTER_TEMPLATE], []],
    ]);
  });
});

it('the page offers a viewer no way to add rooms', async () => {
  await open({ role: 'viewer' });
  screen.getByText('Only operators of this event can add rooms.');
  expect(screen.queryByRole('tab')).toBeNull();
});
