/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect } from '@jest/globals';
import { RoomRow, ShowFacts, ShowId } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { auditScreen } from './support/audit-screen.js';
import { german, IN_GERMAN } from './support/german.js';
import { type Member, newRegisteredUser } from './support/members.js';
import { moderatorOf } from './support/moderator.js';
import type { Person } from './support/person.js';
import { playerOf } from './support/player.js';
import { prepareTemplate } from './support/prepared-template.js';
import { type Scene, test } from './support/test.js';

const COMPUTER = { viewport: { width: 1280, height: 800 } };
const WIDTHS = [360, 768, 1280];
const ROOMS = 5;
const DAY_MS = 86_400_000;
/** As long as a room's may be. */
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaft Wien'.padEnd(40, '!');

/** Line 4 has a fault, unless it is corrected. */
const csvOf = (template: string, fourth = '13 6') =>
  [
    'id;number;name;group;template;rounds',
    `LYO-134;134;Night Shift;Lyon, Hall A;${template};${template}`,
    `LYO-135;135;חדר 135;Lyon, Hall A;${template};${template}`,
    `LYO-136;${fourth};Les Cigales;Lyon, Hall B;${template};${template}`,
    `LYO-137;137;Team Lyon;Lyon, Hall B;${template};${template}`,
    `LYO-138;138;"=Cmd; the band";Lyon, Hall B;${template};${template}`,
  ].join('\r\n');

const GERMAN_CSV = ['Kennung;Nummer;Name;Gruppe', 'R-1;1;Saal 1;Wien', 'R-9;1 9;Saal 9;Wien'].join('\n');

const planEvent = async ({ page }: Person, name: string) => {
  await page.goto('/events');
  await page.getByRole('link', { name: 'New event' }).first().click();
  await page.getByLabel('Name of the event').fill(name);
  await page.getByLabel('Place').fill('Lyon');
  await page.getByLabel('Expected people in each room').fill('12');
  await page.getByRole('button', { name: 'Create the event' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

async function chooseFile({ page }: Person, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
  await (await chooser).setFiles({ name: 'rooms.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** How often rows were sent to be saved. */
function savesOf(page: Page): () => number {
  let saves = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    saves += Number(request.method() === 'POST' && /^\/api\/events\/[^/]+\/rooms$/.test(pathname));
  });
  return () => saves;
}

/** Of a PDF as Chromium writes it. */
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
const printed = async (page: Page): Promise<number> => pagesIn(await page.pdf({ preferCSSPageSize: true }));

/** Sheets and cards whose content does not fit on their paper, and papers that hold more than a page. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('article, section:has(> article)')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .map((sheet) => `${sheet.ariaLabel ?? 'paper'}: ${sheet.scrollHeight} in ${sheet.clientHeight}`),
  );

/** Lines of the files that the page of an event saves, by their names. */
async function savedResults(person: Person): Promise<Record<string, string[]>> {
  const { page } = person;
  await person.button('More').click();
  await page.getByRole('menuitem', { name: 'Save results' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Results' }).getByRole('button', { name: 'Save results' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Company-night-results.zip');
  const files = Object.entries(unzipSync(await buffer(await file.createReadStream())));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes).trim().split('\r\n')]));
}

interface PlannedEvent {
  readonly showId: ShowId;
  readonly member: Member;
}

/** Over the product's own HTTP: rooms 1 to 5 with their games, and room 6, whose template does not exist. */
async function plannedEvent({ product }: Scene): Promise<PlannedEvent> {
  const member = await newRegisteredUser(product.url, 'Ines');
  const showId = ShowId.parse(randomUUID());
  const startsAt = Date.now() + 7 * DAY_MS;
  const facts = ShowFacts.parse({ name: 'Nordlicht 2026', startsAt, timeZone: 'Europe/Berlin', peoplePerRoom: 20 });
  await member.http.call('createShow', { body: { showId, facts } });
  const rows = Array.from({ length: ROOMS + 1 }, (_, n) =>
    RoomRow.parse({
      ...{ ownId: `R-${n}`, number: n + 1, name: n === 0 ? LONG_NAME : `Saal ${n + 1}`, group: 'Lyon', language: null },
      ...{ templateId: n === ROOMS ? randomUUID() : null, startsAt: null, crewEmails: [] },
    }),
  );
  const params = { showId };
  await member.http.call('saveRooms', { params, body: { rows } });
  await member.http.call('prepareRooms', { params });
  await eventually(async () => {
    const { counts } = await member.http.call('readShow', { params });
    expect(counts).toMatchObject({ ready: ROOMS, failed: 1 });
  });
  return { showId, member };
}

/** The member runs the event's first room by a link. */
async function ownRoom(showId: ShowId, { http }: Member): Promise<{ number: string; name: string }> {
  const { rooms } = await http.call('listRooms', { params: { showId } });
  const { roomId, number, name } = rooms[0]!;
  const { linkId, secret } = await http.call('createRoomLink', { params: { showId, roomId } });
  await http.call('useCrewLink', { body: { link: `${linkId}.${secret}`, name: 'Ines' } });
  return { number: String(number), name };
}

/** At every width the page is as wide as the window. */
async function expectFits(page: Page, state: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await eventually(async () => expect({ state, wide: await wide() }).toEqual({ state, wide: width }));
  }
}

describe('an event', () => {
  test('takes rooms from a file after a preview, and its sheets bring a moderator and a player into a room', async (scene) => {
    const member = await newRegisteredUser(scene.product.url, 'Ines');
    const { title } = await prepareTemplate(member);
    const ines = await scene.arrive('Ines', { ...COMPUTER, signedInAs: member });
    const { page } = ines;
    const saves = savesOf(page);
    await planEvent(ines, 'Company night');
    const eventUrl = page.url();

    // Nothing is saved before it is confirmed; the faulty line is left out and added later.
    await page.getByRole('link', { name: 'Add rooms' }).first().click();
    await chooseFile(ines, csvOf(title));
    await ines.sees('Line 4, column number:');
    await ines.sees('“13 6” is not a number. Write 136.');
    expect(saves()).toBe(0);
    await ines.button('Save 4 rooms').click();
    await page.waitForURL(eventUrl);
    await page.getByRole('link', { name: 'Add rooms' }).first().click();
    await chooseFile(ines, csvOf(title, '136'));
    await page.getByText('Unchanged 4').waitFor();
    await ines.button('Save 1 room').click();
    await page.waitForURL(eventUrl);
    await page.getByRole('link', { name: 'Add rooms' }).first().click();
    await chooseFile(ines, csvOf(title, '136'));
    await ines.sees('Nothing changes: the event has all these rooms already.');
    expect(saves()).toBe(2);
    await page.getByRole('link', { name: 'Back to Company night' }).click();

    await ines.button('Prepare 5 rooms').click();
    const rooms = page.getByRole('list', { name: 'Rooms' }).getByRole('listitem');
    await eventually(async () => expect(await rooms.filter({ hasText: 'Ready' }).count()).toBe(ROOMS));

    await page.getByRole('link', { name: 'Print sheets' }).click();
    const sheet = page.getByRole('article', { name: 'Room 137' });
    await sheet.waitFor();
    const code = /[A-Z2-9]{6}/.exec((await sheet.getByText(/^[A-Z2-9]{6}$/).textContent()) ?? '')?.[0] ?? '';
    expect(await printed(page)).toBe(ROOMS);
    await page.getByText('Four per page', { exact: true }).click();
    expect(await printed(page)).toBe(2);
    await page.getByText('Crew cards', { exact: true }).click();
    const made = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/crew-links'));
    await ines.button('Create 5 links').click();
    const { links } = (await (await made).json()) as { links: { linkId: string; secret: string }[] };
    await ines.sees('5 of 5 links are created');
    expect(await printed(page)).toBe(2);

    const card = links[3]!;
    const cem = await scene.arrive('Cem', COMPUTER);
    await cem.page.goto(`/crew#${card.linkId}.${card.secret}`);
    await cem.page.getByRole('heading', { name: 'Run room 137, Team Lyon' }).waitFor();
    await cem.page.getByLabel('Your name').fill('Cem');
    await cem.button('I run this room').click();
    await cem.page.getByRole('heading', { level: 1, name: 'Team Lyon' }).waitFor();

    const ada = playerOf(await scene.arrive('Ada'));
    await ada.joinAsGuest(code);
    await ada.person.page.getByTestId('asked').getByText('Team Lyon', { exact: true }).waitFor();
    const desk = moderatorOf(cem);
    await desk.start();
    await desk.pickAny();
    await ada.becomes('armed');
    await ada.buzz();
    await desk.first('Ada');

    // On the page of his rooms, Cem calls for help, and goes back to his desk, which shows the call.
    await cem.page.goto('/my-rooms');
    await cem.button('Call for help for room 137, Team Lyon').click();
    await cem.page
      .getByRole('dialog', { name: 'Call for help' })
      .getByRole('button', { name: 'Call an operator' })
      .click();
    await cem.page.getByRole('dialog').waitFor({ state: 'detached' });
    await cem.button('Open the desk of room 137, Team Lyon').click();
    await cem.page.getByTestId('help-bar').waitFor();

    // Ines sees it in the control room, takes it, and ends the call.
    await page.goto(eventUrl);
    await page.getByRole('link', { name: 'Control room' }).click();
    await page.getByRole('heading', { level: 3, name: '137 · Team Lyon' }).waitFor();
    await ines.button('I’m on it').click();
    await ines.sees('You are on it');
    await ines.button('Show room').click();
    await ines.button('Help is done').click();
    await ines.sees('No room needs you');
    await cem.page.getByTestId('help-bar').waitFor({ state: 'detached' });

    // She sees the stage of the room and, once she has asked, the answer and the players, one of whom she renames.
    const watched = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Watch the stage' }).click();
    await (await watched).getByTestId('stage').waitFor();
    await (await watched).close();
    await ines.button('Players and answer…').click();
    await ines.button('Show them').click();
    const inside = page.getByRole('dialog', { name: 'Players and answer: 137 · Team Lyon' });
    await inside.getByText('Answer', { exact: true }).waitFor();
    await ines.button('Actions for Ada').click();
    await page.getByRole('menuitem', { name: 'Rename', exact: true }).click();
    await page.getByLabel('New name').fill('Ada L.');
    await ines.button('Save').click();
    await inside.getByText('Ada L.', { exact: true }).waitFor();
    await desk.first('Ada L.');
    await page.keyboard.press('Escape');

    await page.goto(eventUrl);
    // The history is written a moment after the game.
    await eventually(async () => {
      const tables = await savedResults(ines);
      const rowOf = (number: number) => tables['results.csv']?.find((line) => line.startsWith(`"${number}"`));
      expect(rowOf(137)).toContain('"Team Lyon","Lyon, Hall B","1"');
      expect(rowOf(137)).toContain('"not ended","1","Ada L.","0"');
      expect(rowOf(138)).toContain('"\'=Cmd; the band"');
      expect(rowOf(138)).toContain('"nobody came"');
      expect(tables['rooms.csv']).toHaveLength(ROOMS + 1);
    });

    // Round two: one tap of Cem leads stage, players and the code on the sheet to the next game.
    const stage = await cem.page.context().newPage();
    await stage.goto(new URL(cem.page.url()).pathname.replace(/^.*\//, '/stage/'));
    await stage.getByTestId('stage').waitFor();
    await desk.choose('End game');
    await desk.confirm('End game');
    await cem.sees(`Round 1 of 2 · Next: ${title}`);
    await cem.button('Start round 2').click();
    await cem.page.waitForURL('**/setup/*');
    await cem.page.getByRole('heading', { level: 1, name: 'Team Lyon' }).waitFor();
    const next = new URL(cem.page.url()).pathname.replace('/setup/', '');
    await stage.waitForURL(`**/stage/${next}`);
    await ada.person.page.getByRole('link', { name: 'Join the next game' }).click();
    await ada.becomes('lobby');
    const ben = playerOf(await scene.arrive('Ben'));
    await ben.joinAsGuest(code);
    for (const { person } of [ada, ben]) expect(person.page.url()).toContain(`/game/${next}`);
    await ines.page.reload();
    await ines.button('Actions for room 137, Team Lyon').click();
    await ines.page.getByRole('menuitem', { name: 'Rounds…' }).click();
    await ines.sees('No further round is planned.');
  });

  test('lets a viewer in by a link, who sees rooms and staff and changes nothing', async (scene) => {
    const { showId, member } = await plannedEvent(scene);
    const ines = await scene.arrive('Ines', { ...COMPUTER, signedInAs: member });
    await ines.page.goto(`/events/${showId}`);
    await ines.page.getByRole('tab', { name: 'Staff (1)' }).click();
    await ines.button('Invite someone').click();
    const dialog = ines.page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByText('Viewer', { exact: true }).click();
    const made = ines.page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/staff'));
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    const { inviteId, secret } = (await (await made).json()) as { inviteId: string; secret: string };

    const paul = await scene.registered('Paul', COMPUTER);
    await paul.page.goto(`/event-staff#${inviteId}.${secret}`);
    await paul.button('Join the staff').click();
    await paul.page.waitForURL(`**/events/${showId}`);
    expect(paul.page.url()).not.toContain(secret);
    await paul.sees('You see everything but secrets. Operators change this event.');
    await paul.page.getByText(LONG_NAME).waitFor();
    expect(await paul.page.getByRole('link', { name: /^(Add rooms|Print sheets)$/ }).count()).toBe(0);
    expect(await paul.page.getByRole('checkbox').count()).toBe(0);
  });

  test('fits phone and computer with all its pages, without English words or serious axe violations in German', async (scene) => {
    const { showId, member } = await plannedEvent(scene);
    const ines = await scene.arrive('Ines', { ...COMPUTER, signedInAs: member, localStorage: IN_GERMAN });
    const { page } = ines;
    const events = (key: string, blanks?: Record<string, string>) => german('events', key, blanks);
    const problems: string[] = [];
    const audit = async (state: string) => {
      await page.waitForFunction(() => !document.querySelector('[data-loading], .mantine-Skeleton-root'));
      await expectFits(page, state);
      problems.push(...(await auditScreen(page)).map((problem) => `${state}: ${problem}`));
    };
    const open = async (path: string, heading: string) => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    };

    await open('/events', events('title'));
    await page.getByRole('link', { name: 'Nordlicht 2026', exact: true }).waitFor();
    await audit('events');
    await open('/events/new', events('create'));
    await page.getByRole('switch', { name: events('ownColours') }).click();
    await audit('new event');
    await open(`/events/${showId}`, 'Nordlicht 2026');
    await page.getByText(LONG_NAME).waitFor();
    await page.getByRole('checkbox').nth(1).check();
    await audit('event');
    await page.getByRole('button', { name: events('more') }).click();
    await page.getByRole('menuitem', { name: german('eventResults', 'save') }).click();
    await page.getByRole('dialog', { name: german('eventResults', 'title') }).waitFor();
    await audit('results');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: events('staffTab', { n: '1' }) }).click();
    await audit('staff');

    await open(`/events/${showId}/rooms/add`, events('addRooms'));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: german('tableImport', 'pick') }).click();
    await (await chooser).setFiles({ name: 'raeume.csv', mimeType: 'text/csv', buffer: Buffer.from(GERMAN_CSV) });
    await page.getByText(events('place_of', { line: '3', column: events('field_number') })).waitFor();
    await audit('rooms of a file');
    await page.getByRole('tab', { name: events('wayForm') }).click();
    await page.getByLabel(events('howMany')).fill('3');
    await page.getByText(events('lines_new', { n: '3' })).waitFor();
    await audit('rooms of a form');

    const room = await ownRoom(showId, member);
    await open('/my-rooms', german('myRooms', 'title'));
    await page.getByRole('heading', { name: german('myRooms', 'roomTitle', room) }).waitFor();
    await audit('my rooms');

    await open(`/events/${showId}/control-room`, 'Nordlicht 2026');
    const control = (key: string, blanks?: Record<string, string>) => german('controlRoom', key, blanks);
    const tile = { number: '2', name: 'Saal 2', look: control('look_joining') };
    await page.getByRole('button', { name: control('tile', tile) }).click();
    await page.getByRole('region', { name: control('details', { number: '2' }) }).waitFor();
    await audit('control room');
    await page.goto(`/events/${showId}/control-room?view=list&part=rooms`);
    await page.getByRole('button', { name: /Saal 2/ }).waitFor();
    await audit('control room as a list');

    await open(`/events/${showId}/standings`, german('standings', 'title'));
    await page.getByText(german('standings', 'none')).waitFor();
    await audit('standings');
    await page.getByText(german('standings', 'panel')).click();
    await page.getByRole('button', { name: german('standings', 'makeLink') }).waitFor();
    await audit('stage and reveal');
    await open(`/events/${showId}/stage`, german('eventStage', 'players'));
    await page.getByText(german('eventStage', 'notYet')).waitFor();
    await audit('stage of an event');

    await open(`/events/${showId}/sheets`, german('sheets', 'of', { name: 'Nordlicht 2026' }));
    for (const kind of ['kind_list', 'kind_rooms', 'kind_crew']) {
      await page.getByText(german('sheets', kind), { exact: true }).click();
      if (kind === 'kind_crew') {
        await page.getByRole('button', { name: german('sheets', 'make_other', { n: String(ROOMS) }) }).click();
        await page
          .getByRole('article')
          .nth(ROOMS - 1)
          .waitFor();
      }
      await audit(kind);
      for (const perPage of ['onePerPage', 'fourPerPage']) {
        if (kind === 'kind_list') continue;
        await page.getByText(german('sheets', perPage), { exact: true }).click();
        await eventually(async () => expect({ perPage, cut: await cutOff(page) }).toEqual({ perPage, cut: [] }));
      }
    }
    expect(problems).toEqual([]);
  });
});
