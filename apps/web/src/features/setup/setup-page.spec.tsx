import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  creates,
  holdsStart,
  isPlaced,
  joins,
  leaves,
  MODERATOR,
  moderatorLeaves,
  releasesStart,
  starts,
} from '@earworm/rules/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { click, dialog, draw, fill, openMenu, pass, press, valueOf } from '../../testing/user-actions.js';
import { server } from '../../testing/one-game.js';
import { signInAs } from '../../testing/render.js';
import { SetupPage } from './setup-page.js';
import {
  LINK,
  KEPT_MS,
  addressNow,
  play,
  show,
  open,
  reopen,
  card,
  form,
  sent,
  QUESTION,
} from '../../testing/setup-screen.js';

beforeEach(() => signInAs({ id: MODERATOR, name: 'Mo' }));

describe('opening the setup of a game', () => {
  it('shows its outline until the game has loaded', async () => {
    server.play(creates());
    server.cut();
    await show();
    screen.getByRole('status', { name: 'Connecting to your game' });
    server.mend();
    await pass(10_000);
    await screen.findByRole('heading', { name: 'Set up your game' });
  });

  it.each([
    ['game-1', 'Game not found', () => undefined],
    ['no!', 'Invalid game ID', () => undefined],
    [
      'game-1',
      'Only the moderator of this game can do that.',
      () => {
        server.play(creates());
        signInAs({ id: 'somebody', name: 'Somebody' });
      },
    ],
  ])('says of the game %s why it cannot be opened here: %s', async (gameId, sentence, prepare) => {
    prepare();
    await draw(<SetupPage />, { at: `/setup/${gameId}`, path: '/setup/:gameId' });
    await screen.findByText(sentence);
    screen.getByRole('heading', { name: 'This game cannot be opened here' });
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  });

  it('tells only a host without an account that no other browser leads back', async () => {
    await open();
    expect(screen.queryByText(/Only this browser leads back/)).toBeNull();
    signInAs({ id: MODERATOR, name: 'Mo', roles: ['guest'] });
    screen.getByText(/Only this browser leads back to your desk/);
    screen.getByRole('button', { name: 'Create Account' });
  });

  it('says while the connection is lost that what is done now is kept, and sends it when it is back', async () => {
    await open();
    server.cut();
    await screen.findByText('Reconnecting. Your changes are kept and sent when you are back online.');
    await fill('New Category', 'Songs');
    await press('Add Category');
    server.mend();
    await pass(10_000);
    expect(screen.queryByText(/^Reconnecting/)).toBeNull();
    card('Songs');
    expect(sent('addCategory')).toHaveLength(1);
  });

  it('takes the name of the room in an event as its heading', async () => {
    server.play(creates());
    server.play(isPlaced('Hall B, table 12'));
    await show();
    await pass();
    await screen.findByRole('heading', { name: 'Hall B, table 12' });
  });

  it('reports to the game that the moderator is back', async () => {
    server.play(creates());
    server.play(moderatorLeaves());
    await show();
    await pass();
    expect(sent('rejoinAsModerator')).toHaveLength(1);
  });

  it('leads to the desk when the game has started', async () => {
    server.play(creates());
    server.play(starts());
    await show();
    await pass();
    expect(addressNow()).toBe('/game/game-1');
  });
});

describe('the link to the stage in the setup', () => {
  const copied: string[] = [];
  beforeEach(() => {
    copied.length = 0;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'clipboard'));

  it('contains the stage key when it is copied for the computer at the projector', async () => {
    gateway.answer('stageKey', { stageKey: 'k'.repeat(32) });
    await open();
    await press('Copy stage link');
    await screen.findByText('Stage link copied. Open it on the computer connected to the projector.');
    expect(copied).toEqual([`${location.origin}/stage/game-1#key=${'k'.repeat(32)}`]);
  });

  it('reports that it could not be created when the server gives no key', async () => {
    gateway.disconnect('stageKey');
    await open();
    await press('Copy stage link');
    await screen.findByText('Could not create the stage link. Please try again.');
    expect(copied).toEqual([]);
  });
});

describe('starting a game from its setup', () => {
  it('leads to the desk', async () => {
    await open({ joined: true });
    await press('Start Game');
    await pass();
    expect(sent('startGame')).toHaveLength(1);
    expect(addressNow()).toBe('/game/game-1');
  });

  it('asks before it starts without questions', async () => {
    await open({ empty: true, joined: true });
    await press('Start Game');
    const question = await dialog('Start without questions?');
    question.getByText('Your board is empty. You cannot add questions once the game has started.');
    await press('Cancel', question);
    expect(sent('startGame')).toEqual([]);
    await press('Start Game');
    await press('Start Game', await dialog('Start without questions?'));
    expect(sent('startGame')).toHaveLength(1);
  });

  it('asks before it starts without players, and names all that may have been overlooked at once', async () => {
    await open();
    await press('Start Game');
    const question = await dialog('Start without players?');
    question.getByText('Nobody has joined yet. Players can still join after the game has started.');
    await press('Cancel', question);
    expect(sent('startGame')).toEqual([]);
    await press('Add Question', card('TV'));
    await fill('Answer', 'Brand new', form('New question in TV'));
    await pass(KEPT_MS);
    await press('Start Game');
    const both = await dialog('Start without the unfinished question?');
    both.getByText(/Nobody has joined yet/);
    await press('Start Game', both);
    expect(sent('startGame')).toHaveLength(1);
  });

  it('asks before it starts without what is half typed, and starts without it when that is wanted', async () => {
    await open({ joined: true });
    await press('Add Question', card('TV'));
    await fill('Answer', 'Brand new', form('New question in TV'));
    await pass(KEPT_MS);
    await press('Start Game');
    await press('Cancel', await dialog('Start without the unfinished question?'));
    expect(valueOf('Answer', form('New question in TV'))).toBe('Brand new');
    await press('Start Game');
    await press('Start Game', await dialog('Start without the unfinished question?'));
    await pass();
    expect(addressNow()).toBe('/game/game-1');
  });

  it('shows what was half typed here when another window has started the game', async () => {
    await open({ joined: true });
    await press('Add Question', card('TV'));
    await fill('Answer', 'Brand new', form('New question in TV'));
    await pass(KEPT_MS);
    await play({ type: 'startGame' });
    await screen.findByRole('heading', { name: 'The game has started' });
    screen.getByText('Brand new');
    expect(screen.getByRole('alert').textContent).toContain('It was started in another window');
    await click(screen.getByRole('link', { name: 'Go to the desk' }));
    expect(addressNow()).toBe('/game/game-1');
  });

  it('waits while the organisers hold the start', async () => {
    for (const step of [creates(), isPlaced(), joins('ann'), holdsStart()]) server.play(step);
    await show();
    await pass();
    screen.getByText(/^The organisers are holding the start/);
    expect(screen.getByRole('button', { name: 'Start Game' }).hasAttribute('disabled')).toBe(true);
    server.play(releasesStart());
    await pass();
    expect(screen.queryByText(/^The organisers are holding/)).toBeNull();
    await press('Start Game');
    expect(sent('startGame')).toHaveLength(1);
  });

  it('says why it could not be started', async () => {
    await open({ joined: true });
    server.refuseNext('startGame', 'not-allowed');
    await press('Start Game');
    await screen.findByText('You are not allowed to do that.');
    expect(addressNow()).toBe('/setup/game-1');
  });
});

describe('the card of unsaved questions from an earlier game', () => {
  const left = { category: 'TV', typed: { ...QUESTION, answer: 'Half a song', points: 300 } };

  it('appears in the setup of the next game, until it is discarded', async () => {
    sessionStorage.setItem('earworm.left-questions', JSON.stringify([left]));
    await open();
    const region = card('Unsaved questions from an earlier game');
    expect(region.getByRole('listitem').textContent).toBe(`Half a songTV · ${LINK} · 300`);
    await press('Discard', region);
    expect(screen.queryByRole('region', { name: 'Unsaved questions from an earlier game' })).toBeNull();
    await reopen();
    expect(screen.queryByRole('region', { name: 'Unsaved questions from an earlier game' })).toBeNull();
  });

  it('copies the questions as a list that a template takes', async () => {
    sessionStorage.setItem('earworm.left-questions', JSON.stringify([left]));
    await open();
    const written: string[] = [];
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void written.push(text) } });
    await press('Copy', card('Unsaved questions from an earlier game'));
    await screen.findByText('Copied');
    expect(written).toEqual([`youtubeLink\tanswer\tyoutubeSongName\tpoints\n${LINK}\tHalf a song\t\t300`]);
  });
});

describe('the side panel of the setup', () => {
  it('shows who has joined, in the order of their seats, and who is disconnected', async () => {
    await open();
    screen.getByText('No players yet. Show the code or share the link.');
    for (const story of [joins('ada', 'Ada'), joins('leo', 'Leo'), joins('zoe', 'Zoe'), leaves('leo')])
      server.play(story);
    await pass();
    server.sendPresence(MODERATOR, 'ada', 'leo');
    await pass();
    const players = within(screen.getByRole('heading', { name: /^Players/ }).closest('section')!);
    expect(players.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Ada',
      'Leonot connected',
      'Zoenot connected',
    ]);
    expect(players.getByRole('status').textContent).toBe('3 players');
  });

  it('renames, removes and bans players before the start', async () => {
    await open();
    for (const story of [joins('ada', 'Ada'), joins('leo', 'Leo')]) server.play(story);
    await pass();
    await openMenu('Actions for Ada');
    await click(screen.getByRole('menuitem', { name: 'Rename' }));
    await fill('New name', 'Adele');
    await press('Save');
    expect(sent('renamePlayer')).toMatchObject([{ playerId: 'ada', name: 'Adele' }]);
    await openMenu('Actions for Adele');
    await click(screen.getByRole('menuitem', { name: 'Remove from the game' }));
    expect(sent('removePlayer')).toMatchObject([{ playerId: 'ada', ban: false }]);
    await openMenu('Actions for Leo');
    await click(screen.getByRole('menuitem', { name: /^Ban/ }));
    await press('Ban');
    expect(sent('removePlayer')).toMatchObject([{ ban: false }, { playerId: 'leo', ban: true }]);
    screen.getByText('No players yet. Show the code or share the link.');
    gateway.answer('roster', { players: [], total: 0 });
    await press('All players');
    await press('Allow Leo to join again');
    expect(sent('removePlayer').at(-1)).toMatchObject({ playerId: 'leo', ban: false });
  });

  it('closes joining before the start, and opens it again', async () => {
    await open();
    const joining = () => screen.getByRole('switch', { name: 'New players can join' });
    await click(joining());
    expect(sent('lockJoining')).toMatchObject([{ locked: true }]);
    screen.getByText('The stage and the join page say that joining is closed.');
    await click(joining());
    expect(sent('lockJoining')).toMatchObject([{ locked: true }, { locked: false }]);
  });

  it('shows that many joins from one place wait', async () => {
    await open();
    server.sendDelayedJoins(12);
    await pass();
    screen.getByText('Many people are joining from the same network. 12 players are still waiting.');
  });

  it('changes how the game is played', async () => {
    await open();
    await click(screen.getByRole('switch', { name: 'Time trial' }));
    await click(screen.getByRole('radio', { name: 'One per player' }));
    await click(screen.getByRole('radio', { name: 'Starts right away' }));
    await click(screen.getByRole('radio', { name: 'On the players’ phones' }));
    await click(screen.getByRole('radio', { name: 'Stays paused' }));
    const afterRight = within(screen.getByRole('radiogroup', { name: 'Music after a right answer' }));
    expect(afterRight.getByRole<HTMLInputElement>('radio', { name: 'Stops' }).checked).toBe(true);
    await click(afterRight.getByRole('radio', { name: 'Keeps playing' }));
    expect(server.commands).toEqual([
      { type: 'switchTimeTrial', on: true },
      { type: 'changeSettings', settings: { attempts: 'once' } },
      { type: 'changeSettings', settings: { picking: 'direct' } },
      { type: 'changeSettings', settings: { musicOn: 'players' } },
      { type: 'changeSettings', settings: { musicAfterWrong: 'waits' } },
      { type: 'changeSettings', settings: { musicAfterRight: 'plays' } },
    ]);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Time trial' }).checked).toBe(true);
  });

  it('lets a player wait after a wrong answer, where tries are unlimited', async () => {
    await open();
    const waits = () => screen.queryByRole('radiogroup', { name: 'Wait after a wrong answer' });
    await click(within(waits()!).getByRole('radio', { name: '5 s' }));
    await click(within(waits()!).getByRole('radio', { name: 'None' }));
    await click(screen.getByRole('radio', { name: 'One per player' }));
    expect(waits()).toBeNull();
    expect(server.commands).toEqual([
      { type: 'changeSettings', settings: { lockOutSeconds: 5 } },
      { type: 'changeSettings', settings: { lockOutSeconds: null } },
      { type: 'changeSettings', settings: { attempts: 'once' } },
    ]);
  });

  it('says what a phone that plays the song can gain by what it says of it', async () => {
    await open();
    await click(screen.getByRole('radio', { name: 'On the players’ phones' }));
    await click(screen.getByRole('radio', { name: 'Corrected' }));
    expect(screen.getByText(/a claim, not proof/).textContent).toContain(
      'a phone that plays it can gain up to 0.4 s more',
    );
  });

  it('orders buzzes in one of three ways, and locks who buzzes before the song', async () => {
    await open();
    const choice = (name: string) => within(screen.getByRole('radiogroup', { name }));
    expect(screen.queryByText(/a claim, not proof/)).toBeNull();
    await click(choice('Who was first?').getByRole('radio', { name: 'Corrected' }));
    expect(screen.getByText(/a claim, not proof/).textContent).not.toContain('song');
    await click(choice('Most a phone can gain').getByRole('radio', { name: '50 ms' }));
    await click(choice('Hold before a name is shown').getByRole('radio', { name: '150 ms' }));
    expect(screen.queryByRole('radiogroup', { name: 'Level buzzes' })).toBeNull();
    await click(choice('Who was first?').getByRole('radio', { name: 'Level' }));
    await click(choice('Level buzzes').getByRole('radio', { name: 'All answer' }));
    await click(choice('Who was first?').getByRole('radio', { name: 'By arrival' }));
    await click(choice('Buzz before the song').getByRole('radio', { name: '2 s' }));
    await click(choice('Buzz before the song').getByRole('radio', { name: 'Out' }));
    await click(choice('Buzz before the song').getByRole('radio', { name: 'Counts' }));
    const ordered = (mode: string, creditMs: number, holdMs: number) => ({ buzzOrder: { mode, holdMs, creditMs } });
    expect(server.commands).toEqual(
      [
        ...[ordered('corrected', 150, 80), ordered('corrected', 50, 80), ordered('corrected', 50, 150)],
        ...[ordered('level', 50, 150)],
        { buzzOrder: { mode: 'level', holdMs: 150, creditMs: 50, ties: 'allAnswer' } },
        { buzzOrder: null },
        ...[{ falseStart: 2 }, { falseStart: 'out' }, { falseStart: null }],
      ].map((settings) => ({ type: 'changeSettings', settings })),
    );
  });

  it('blocks further words in names, one per line', async () => {
    await open();
    const words = screen.getByLabelText('Words that names cannot contain');
    await fill('Words that names cannot contain', ' Quizking \n\nTom\nTom');
    fireEvent.blur(words);
    await pass();
    expect(server.commands).toEqual([{ type: 'changeSettings', settings: { blockedNames: ['Quizking', 'Tom'] } }]);
  });

  it('keeps the board as a template, once there is a question', async () => {
    await open();
    await press('Save as Template');
    const window = await dialog('Save as Template');
    await fill('Template title', 'Leo’s own', window);
    gateway.answer('templateFromGame', ({ body }) => ({ templateId: body.templateId as never, version: 1 }));
    await press('Save Template', window);
    await window.findByText('“Leo’s own” was saved to My Templates.');
    const { body } = gateway.inputsOf('templateFromGame')[0]!;
    expect(body).toMatchObject({ gameId: 'game-1', title: 'Leo’s own' });
    expect(window.getByRole('link', { name: 'Open in the editor' }).getAttribute('href')).toBe(
      `/template/edit/${body.templateId}`,
    );
  });

  it('keeps no empty board as a template', async () => {
    await open({ empty: true });
    expect(screen.queryByRole('button', { name: 'Save as Template' })).toBeNull();
  });
});
