/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { SHOW_LIMITS, type ShowFacts } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { type Member, newRegisteredUser } from './support/members.js';
import { moderatorOf } from './support/moderator.js';
import type { Person } from './support/person.js';
import { playerOf } from './support/player.js';
import { prepareEvent, type PreparedEvent } from './support/prepared-event.js';
import { type Scene, test } from './support/test.js';

const COMPUTER = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const ROOMS = 3;
const MINUTE_MS = 60_000;

async function readyEvent({ product }: Scene, also: Partial<ShowFacts> = {}): Promise<PreparedEvent> {
  const event = await prepareEvent(product.url, ROOMS, { Songs: [{ answer: 'One' }, { answer: 'Two' }] }, also);
  await event.prepare();
  await eventually(async () => expect(await event.countReady()).toBe(ROOMS));
  return event;
}

/** Somebody comes to the crew of the first room by a link, and sees its setup or desk. */
async function comesToCrew(scene: Scene, { showId, operator, rooms }: PreparedEvent, name: string): Promise<Person> {
  const [room] = await rooms();
  const params = { showId, roomId: room!.roomId };
  const { linkId, secret } = await operator.http.call('createRoomLink', { params });
  const person = await scene.arrive(name, COMPUTER);
  await person.page.goto(`/crew#${linkId}.${secret}`);
  await person.page.getByLabel('Your name').fill(name);
  await person.button('I run this room').click();
  await person.page.getByRole('heading', { level: 1, name: 'Room 1' }).waitFor();
  return person;
}

const confirm = async ({ page }: Person, name: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
};

/** After an act in several rooms. */
async function isDoneIn(person: Person, rooms: number): Promise<void> {
  await person.sees(`Done in ${rooms} of ${rooms} rooms.`);
  await person.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await person.page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('the control room of an event', () => {
  test('holds the starts of all rooms, moves them, releases them, and gives a desk to another member', async (scene) => {
    const event = await readyEvent(scene);
    const olga = await scene.arrive('Olga', { ...COMPUTER, signedInAs: event.operator });
    const { page } = olga;
    const cem = await comesToCrew(scene, event, 'Cem');
    const dora = await comesToCrew(scene, event, 'Dora');
    await page.goto(`/events/${event.showId}/control-room`);
    await page.getByRole('button', { name: 'Room 1, Room 1: Joining' }).waitFor();

    // Cem cannot start while the starts of all rooms are held.
    await olga.button('Several rooms…').click();
    await olga.button(`Select all shown (${ROOMS})`).click();
    await olga.button('Hold new starts').click();
    await confirm(olga, 'Hold');
    await isDoneIn(olga, ROOMS);
    await page.getByRole('button', { name: 'Room 1, Room 1: Start held' }).waitFor();
    await cem.sees(/^The organisers are holding the start/);
    const start = cem.button('Start Game');
    expect(await start.isDisabled()).toBe(true);

    // The plan moves with them.
    const before = (await event.operator.http.call('readShow', { params: { showId: event.showId } })).facts.startsAt;
    await olga.button('Move the start…').click();
    await confirm(olga, 'Move the start');
    await isDoneIn(olga, ROOMS);
    const starts = (await event.rooms()).map(({ startsAt }) => startsAt);
    expect(starts).toEqual(starts.map(() => before + 10 * MINUTE_MS));

    await olga.button('Release starts').click();
    await confirm(olga, 'Release');
    await isDoneIn(olga, ROOMS);
    await olga.button('Stop selecting').click();
    await eventually(async () => expect(await start.isDisabled()).toBe(false));
    const desk = moderatorOf(cem);
    await desk.start();

    // Dora gets the desk, and Cem only watches.
    await page.getByRole('button', { name: /^Room 1, Room 1: / }).click();
    await olga.button('Hand over to…').click();
    await page.getByRole('radio', { name: 'Dora' }).check();
    await page.getByLabel('Reason').fill('Cem goes home');
    await confirm(olga, 'Hand over');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await cem.page.getByTestId('crew-banner').getByText(/Dora/).waitFor();
    await moderatorOf(dora).pickAny();
    await page.getByText(/Cem, only watches/).waitFor();
  });

  test('leads to standings that follow a correction, and that an operator freezes for viewers', async (scene) => {
    const event = await readyEvent(scene);
    const { showId, operator } = event;
    const vera = await newRegisteredUser(scene.product.url, 'Vera');
    const invitation = await operator.http.call('inviteStaff', { params: { showId }, body: { role: 'viewer' } });
    const { inviteId, secret } = invitation;
    await vera.http.call('joinStaff', { body: { inviteId, secret } });
    const desk = moderatorOf(await comesToCrew(scene, event, 'Cem'));
    const ann = playerOf(await scene.arrive('Ann'));
    const [room] = await event.rooms();
    await ann.joinAsGuest(room?.gameCode ?? '');
    await desk.start();
    await desk.pickAny();
    await ann.becomes('armed');
    await ann.buzz();
    await desk.first('Ann');
    await desk.judge('Right');

    const arrive = async (name: string, member: Member) => {
      const person = await scene.arrive(name, { ...COMPUTER, signedInAs: member });
      await person.page.goto(`/events/${showId}/control-room`);
      await person.page.getByRole('link', { name: 'Standings' }).click();
      return person;
    };
    const pointsOf = async ({ page }: Person, points: string) =>
      page.getByRole('row', { name: new RegExp(`^1 Ann.* 1 · Room 1 ${points} `) }).waitFor();
    const [olga, viewer] = [await arrive('Olga', operator), await arrive('Vera', vera)];
    for (const each of [olga, viewer]) await pointsOf(each, '100');
    await olga.button('Freeze').click();
    await viewer.page.getByText(/^Frozen since .* until the announcement/).waitFor();

    await desk.person.button('Undo').click();
    await pointsOf(olga, '0');
    await pointsOf(viewer, '100');
    await olga.button('Release').click();
    await confirm(olga, 'Show them');
    await pointsOf(viewer, '0');
  });

  test('shows one part at a time on a phone, where an operator takes a card and the desk of its room', async (scene) => {
    const event = await readyEvent(scene, { thresholds: { crewAway: SHOW_LIMITS.thresholdLeast } });
    const cem = moderatorOf(await comesToCrew(scene, event, 'Cem'));
    await cem.start();
    await cem.person.page.close();
    const olga = await scene.arrive('Olga', { ...PHONE, signedInAs: event.operator });
    const { page } = olga;
    await page.goto(`/events/${event.showId}/control-room`);
    const part = (name: string) => page.getByRole('group', { name: 'What to show' }).getByRole('button', { name });
    const card = page.getByRole('heading', { name: '1 · Room 1', level: 3 });
    const tile = page.getByRole('button', { name: 'Room 1, Room 1: Needs you' });
    const scrollsSideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    await card.waitFor();
    expect([await tile.isVisible(), await scrollsSideways()]).toEqual([false, false]);

    await part('Mine').click();
    await page.getByText('You are on nothing').waitFor();
    await part('Needs you').click();
    await olga.button('I’m on it').click();
    await page.getByText('You are on it').waitFor();
    await part('Mine').click();
    await card.waitFor();

    await part('Rooms').click();
    await tile.tap();
    const details = page.getByRole('region', { name: 'Room 1' });
    await details.waitFor();
    expect([await card.isVisible(), await scrollsSideways()]).toEqual([false, false]);
    await eventually(async () => expect((await details.boundingBox())!.y).toBeLessThan(PHONE.viewport.height / 2));

    // It is still open, and shown once more.
    await part('Needs you').click();
    await card.waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await olga.button('Show room').tap();
    await card.waitFor({ state: 'hidden' });
    await eventually(async () => expect((await details.boundingBox())!.y).toBeLessThan(PHONE.viewport.height / 2));

    await part('Needs you').click();
    await card.waitFor();
    await olga.button('Take over…').tap();
    await page.getByLabel('Reason').fill('Cem went home');
    await confirm(olga, 'Take over');
    await page.getByTestId('pick-panel').waitFor();
  });
});
