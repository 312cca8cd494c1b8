import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Room, type RoomRounds, STARTER_TEMPLATE, TemplateId } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { screen } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import { aRoom, aShow, aTemplate, SHOW, uuidOf } from '../../testing/shows.js';
import { click, dialog, draw, openMenu, pass, press } from '../../testing/user-actions.js';
import { EventPage } from './event-page.js';

const [SECOND, THIRD] = ['second', 'third'].map((name) => TemplateId.parse(`${name}-round-template`)) as [
  TemplateId,
  TemplateId,
];
const OF_ROOM = { showId: SHOW, roomId: uuidOf(1) };
let room: Room;

beforeEach(() => {
  signInAs({ id: 'ines', name: 'Ines' });
  gateway.answer('myTemplates', { templates: [aTemplate('Big night')], total: 1 });
});

const titled = (id: TemplateId) => (id === STARTER_TEMPLATE ? 'Big night' : `Title of ${id}`);
const plan = (laterTemplateIds: readonly TemplateId[], more: Partial<RoomRounds> = {}) => {
  room = aRoom(1, { laterTemplateIds });
  const titles = ['Warm-up', ...laterTemplateIds.map(titled)];
  gateway.answer('listRooms', { rooms: [room], next: null });
  gateway.answer('readRounds', {
    ...{ round: 1, planned: titles.map((title) => ({ title })), gameId: GameId.parse('game-1'), status: 'completed' },
    ...more,
  });
};
async function open(language: 'en' | 'de' = 'en') {
  gateway.answer('readShow', aShow({ counts: { ready: 1 } }));
  await draw(<EventPage />, { at: `/events/${SHOW}`, path: '/events/:showId', language });
  await pass();
  const german = language === 'de';
  const menu = await openMenu(german ? 'Aktionen für Raum 1, Room 1' : 'Actions for room 1, Room 1');
  await click(menu.item(german ? 'Runden …' : 'Rounds…'));
  await pass();
  return dialog(german ? 'Runden in Raum 1, Room 1' : 'Rounds in room 1, Room 1');
}
type Opened = Awaited<ReturnType<typeof open>>;
const listed = (opened: Opened) =>
  opened
    .getAllByRole('listitem')
    .map(({ firstChild, lastChild }) => `${firstChild?.textContent}: ${lastChild?.textContent}`);

describe('the rounds of a room on the page of its event', () => {
  it('begin after a question, which says that an open game ends', async () => {
    plan([SECOND, THIRD], { status: 'playing' });
    gateway.answer('beginRound', { gameId: GameId.parse('game-2'), gameCode: room.gameCode! });
    const opened = await open();
    expect(screen.getByText('3 rounds')).toBeTruthy();
    await press('Start round 2', opened);
    const asked = await dialog('Start round 2 in “Room 1”?');
    asked.getByText(/^The game that is open in this room ends now/);
    expect(gateway.inputsOf('beginRound')).toEqual([]);
    plan([SECOND, THIRD], { round: 2, gameId: GameId.parse('game-2'), status: 'setup' });
    await press('Start round 2', asked);
    await pass();
    expect(gateway.inputsOf('beginRound')).toMatchObject([{ params: OF_ROOM, body: { round: 2, after: 'game-1' } }]);
    screen.getByText('Round 2 has started in “Room 1”.');
    expect(listed(opened).map((line) => line.replace(/Choose.*/, 'planned'))).toEqual([
      ...['Warm-up: over', `${titled(SECOND)}: now`, `${titled(THIRD)}: planned`],
    ]);
    opened.getByRole('button', { name: 'Start round 3' });
  });

  it('say that another game was started meanwhile, and show where the room is', async () => {
    plan([SECOND, THIRD]);
    gateway.refuse('beginRound', 'round-moved');
    const opened = await open();
    await press('Start round 2', opened);
    plan([SECOND, THIRD], { round: 2, gameId: GameId.parse('game-7') });
    await press('Start round 2', await dialog('Start round 2 in “Room 1”?'));
    await pass();
    opened.getByText('Another game was started in this room meanwhile. Nothing was changed.');
    opened.getByRole('button', { name: 'Start round 3' });
  });

  it('change while the room plays, except those that have begun', async () => {
    plan([SECOND, THIRD], { round: 2 });
    gateway.answer('saveRooms', { added: 0, changed: 1, unchanged: 0 });
    const opened = await open();
    expect(opened.queryByRole('button', { name: `Remove round 2, ${titled(SECOND)}` })).toBeNull();
    await press(`Remove round 3, ${titled(THIRD)}`, opened);
    await press('Add a round', opened);
    await press(/^Big night/, opened);
    // What is not saved cannot begin.
    expect(opened.queryByRole('button', { name: /^Start round/ })).toBeNull();
    plan([SECOND, STARTER_TEMPLATE], { round: 2 });
    await press('Save the rounds', opened);
    await pass();
    expect(gateway.inputsOf('saveRooms')).toMatchObject([
      { body: { rows: [{ ownId: 'LYO-1', laterTemplateIds: [SECOND, STARTER_TEMPLATE] }] } },
    ]);
    opened.getByText('Big night');
    opened.getByRole('button', { name: 'Start round 3' });
  });

  it('keep what was chosen when they could not be saved', async () => {
    plan([SECOND]);
    gateway.refuse('saveRooms', 'room-has-game', { id: 'LYO-1' });
    const opened = await open();
    await press('Choose another one', opened);
    await press(/^Big night/, opened);
    await press('Save the rounds', opened);
    await pass();
    opened.getByText(/^Room “LYO-1” already has its game/);
    opened.getByText('Big night');
  });

  it('name a template that is gone, and a plan that has ended', async () => {
    plan([SECOND], { planned: [{ title: null }, { title: null }], round: 2 });
    const opened = await open();
    expect(listed(opened)).toEqual(['Without template: over', 'The template does not exist any more: now']);
    opened.getByText('No further round is planned.');
  });

  it('load at the second try when the first failed', async () => {
    plan([SECOND]);
    gateway.refuse('readRounds', 'game-not-found');
    const opened = await open();
    opened.getByText('The rounds could not be loaded');
    plan([SECOND]);
    await press('Try again', opened);
    await pass();
    opened.getByText('Warm-up');
  });

  it('speak German', async () => {
    plan([SECOND]);
    const opened = await open('de');
    opened.getByText('läuft');
    await press('Runde 2 starten', opened);
    (await dialog('Runde 2 in „Room 1“ starten?')).getByText('Mitspieler und Crew gehen weiter ins nächste Spiel.');
  });
});
