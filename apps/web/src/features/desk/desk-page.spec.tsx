import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { type Command, type GameId } from '@earworm/rules';
import {
  completes,
  creates,
  deskDisconnects,
  deskReconnects,
  GAME_ID,
  holdsStart,
  isPlaced,
  ROOM,
  joins,
  judges,
  later,
  leaves,
  marksUnanswered,
  playsAgain,
  MODERATOR,
  moderatorLeaves,
  musicDeskIsLost,
  notesSound,
  buzzes,
  proposes,
  releasesStart,
  selects,
  starts,
  withdraws,
  takesMusic,
} from '@earworm/rules/testing';
import { closeSignIn, useSignInPrompt } from '../../platform/session/sign-in-prompt.js';
import { keepModeratorMark, moderatorMark } from '../../platform/storage/game-marks.js';
import { aJoinInfo, gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import {
  advance,
  click,
  dialogOpens,
  given,
  happens,
  keys,
  meanwhile,
  openBuzzer,
  openDesk,
  sent,
  server,
  type,
  youtube,
} from '../../testing/game-screens.js';
import {
  VIDEO,
  button,
  isDisabled,
  dialog,
  pickPanel,
  first,
  status,
  board,
  scores,
  openMenu,
  chooseAction,
  addsQuestion,
  seated,
  started,
  inRound,
  withoutQuestions,
} from '../../testing/desk-screen.js';

const { matchMedia } = window;
afterEach(() => {
  window.matchMedia = matchMedia;
  jest.restoreAllMocks();
});

describe('the desk before the start', () => {
  it.each([
    ['its button', () => click(button('Start game'))],
    ['the S key', () => keys('s')],
  ])('shows how to get in, and starts the game with %s', async (_, start) => {
    await given(...seated);
    await openDesk();
    const panel = within(screen.getByTestId('start-panel'));
    expect(panel.getByRole('img', { name: /QR code that opens .*code=ABC234/ })).toBeTruthy();
    expect(panel.getByText('Game code A B C 2 3 4')).toBeTruthy();
    expect(panel.getByText('4 questions ready.')).toBeTruthy();
    await start();
    expect(sent('startGame')).toHaveLength(1);
    expect(pickPanel()).toContain('Pick a question');
  });

  it.each([
    ['its button', () => click(button('Start game'))],
    ['the S key', () => keys('s')],
  ])('asks before %s starts the game without players', async (_, start) => {
    await given(creates());
    await openDesk();
    await start();
    const question = within(screen.getByRole('dialog', { name: 'Start without players?' }));
    expect(sent('startGame')).toEqual([]);
    await click(question.getByRole('button', { name: 'Start Game' }));
    expect(sent('startGame')).toHaveLength(1);
  });

  it('shows the name and the code of the room of an event', async () => {
    gateway.refuse('readRounds', 'event-not-found');
    await given(isPlaced('Hall B, table 12', ROOM, 'ROOM22'));
    await openDesk();
    const bar = within(screen.getByRole('banner'));
    bar.getByText('Hall B, table 12');
    bar.getByText('Game code R O O M 2 2');
  });

  it('waits with the start while the organisers hold it', async () => {
    gateway.refuse('readRounds', 'event-not-found');
    await given(...seated, isPlaced(), holdsStart());
    await openDesk();
    screen.getByText('The organisers are holding the start. You can start once they release it.');
    expect(isDisabled('Start game')).toBe(true);
    await keys('s');
    expect(sent('startGame')).toEqual([]);
    await happens(releasesStart());
    expect(isDisabled('Start game')).toBe(false);
  });

  it('refuses to start without questions, and leads back to the setup', async () => {
    await given(withoutQuestions);
    await openDesk();
    expect(screen.getByText('This game has no questions yet. Add some in setup.')).toBeTruthy();
    expect(isDisabled('Start game')).toBe(true);
    await keys('s');
    expect(sent('startGame')).toEqual([]);
    await keys('b');
    expect(location.pathname).toBe(`/setup/${GAME_ID}`);
  });
});

describe('the desk between questions', () => {
  it('lets the moderator pick a tile', async () => {
    await given(...started);
    await openDesk();
    expect(pickPanel()).toContain('You pick next. Select a tile to start its song.');
    await click(button('Film for 300'));
    expect(sent('selectQuestion')).toEqual([{ type: 'selectQuestion', categoryId: 'film', questionId: 'q300' }]);
    expect(button('Film for 300, playing now').getAttribute('aria-current')).toBe('true');
  });

  it.each([
    ['its button', () => click(button(/^Play it/))],
    ['Enter', () => keys('{Enter}')],
  ])('shows what the player who picks has proposed, and plays it with %s', async (_, play) => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    await openDesk();
    await happens(proposes('leo', 'q300'));
    expect(pickPanel()).toContain('Leo picksFilm for 300or select another tile');
    expect(button('Film for 300, proposed')).toBeTruthy();
    await play();
    expect(sent('selectQuestion')).toEqual([{ type: 'selectQuestion', categoryId: 'film', questionId: 'q300' }]);
    expect(button('Film for 300, playing now')).toBeTruthy();
  });

  it('plays another tile than the proposed one when the moderator selects it, also with Enter', async () => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'), proposes('leo', 'q300'));
    await openDesk();
    button('TV for 200').focus();
    await keys('{Enter}');
    expect(sent('selectQuestion')).toEqual([{ type: 'selectQuestion', categoryId: 'tv', questionId: 'q200' }]);
  });

  it('forgets a proposal that is taken back or whose player leaves', async () => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    await openDesk();
    await happens(proposes('leo', 'q300'), withdraws('leo'));
    expect(pickPanel()).toContain('Leo picks next');
    await happens(proposes('leo', 'q300'), leaves('leo'));
    expect(pickPanel()).not.toContain('Film for 300');
    await keys('{Enter}');
    expect(sent('selectQuestion')).toEqual([]);
  });

  it('names the player who picks next, and how the last question ended', async () => {
    await given(...inRound);
    await openDesk();
    await happens(buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    expect(pickPanel()).toBe('Pick a questionLeo picks next. Select the tile they ask for.Leo +100Answer 100');
    expect(screen.getByRole('img', { name: 'TV for 100, answered by Leo' }).textContent).toBe('Leo ✓');
    await happens(selects('q200'), marksUnanswered('q200'));
    expect(pickPanel()).toContain('Nobody got itAnswer 200');
    expect(screen.getByRole('img', { name: 'TV for 200, answered by nobody' })).toBeTruthy();
  });

  it('says that the last question was played, and offers to end the game', async () => {
    const all = ['q100', 'q200', 'q75', 'q300'].flatMap((id) => [selects(id), marksUnanswered(id)]);
    await given(...started, ...all);
    await openDesk();
    expect(pickPanel()).toContain('That was the last question');
    await click(within(screen.getByTestId('pick-panel')).getByRole('button', { name: 'End game' }));
    expect(dialog('End this game?')).toBeTruthy();
  });

  it('says “No questions” in a game that was started without any', async () => {
    await given(withoutQuestions, starts());
    await openDesk();
    expect(pickPanel()).toContain('No questions');
  });

  it('takes no second tile within half a second', async () => {
    await given(...started);
    await openDesk();
    server.hold();
    await click(button('TV for 100'));
    await click(button('TV for 200'));
    expect(board().getAttribute('aria-disabled')).toBe('true');
    expect(sent('selectQuestion')).toHaveLength(1);
    await meanwhile((held) => held.release());
    await keys('n');
    expect(sent('markUnanswered')).toEqual([]);
    await advance(500);
    await keys('n');
    await advance(500);
    await click(button('TV for 200'));
    expect(sent('selectQuestion')).toHaveLength(2);
  });

  it('moves over the board with arrow keys, skips played questions, and picks with Enter', async () => {
    await given(...started, selects('q200'), marksUnanswered('q200'));
    await openDesk();
    await keys('{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('TV for 100');
    await keys('{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('TV for 75');
    await keys('{ArrowUp}{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Film for 300');
    await keys('{Enter}');
    expect(sent('selectQuestion')).toEqual([{ type: 'selectQuestion', categoryId: 'film', questionId: 'q300' }]);
  });

  it('lays a long category out in lanes, which the arrow keys follow', async () => {
    const more = [10, 20, 30, 40, 50, 60].map((points) => addsQuestion(`q${points}`, points, {}));
    await given(creates(), ...more, ...started);
    await openDesk();
    const walked: (string | null | undefined)[] = [];
    for (const key of ['Right', 'Right', 'Down', 'Left', 'Down', 'Right']) {
      await keys(`{Arrow${key}}`);
      walked.push(document.activeElement?.getAttribute('aria-label'));
    }
    // 100 200 | 300, 75 10, 20 30
    expect(walked.map((label) => label?.replace(' for', ''))).toEqual([
      'TV 100',
      'TV 200',
      'TV 10',
      'TV 75',
      'TV 20',
      'TV 30',
    ]);
  });

  it('continues with arrow keys from the question that was played last', async () => {
    await given(...started);
    await openDesk();
    await happens(selects('q200'));
    await keys('n');
    await keys('{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('TV for 75');
    await keys('{ArrowUp}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('TV for 100');
  });

  it('says that a question could not be picked', async () => {
    await given(...started);
    await openDesk();
    server.refuseNext('selectQuestion', 'internal');
    await click(button('TV for 100'));
    expect(screen.getByText('Failed to select question')).toBeTruthy();
  });
});

describe('the player list of the desk', () => {
  it('lists the players by score, with those who left and those who are not connected', async () => {
    await given(...seated, joins('eve', 'Eve'), starts(), selects('q100'), buzzes('leo', 'q100'));
    await openDesk();
    await happens(judges('leo', true, 'q100'), leaves('eve'));
    await meanwhile((game) => game.sendPresence('leo'));
    expect(scores()).toEqual(['1Leo100', '2Annoffline0', '2Eveleft the game0']);
    const away = [...document.querySelectorAll('[data-away] .name')].map(({ textContent }) => textContent);
    expect(away).toEqual(['Ann', 'Eve']);
    expect(screen.getByText('2 players')).toBeTruthy();
    expect(screen.getByText('1 online')).toBeTruthy();
  });

  it('counts players only, not who has yet to type a name', async () => {
    await given(...seated, starts());
    await openDesk();
    await meanwhile((game) => game.sendPresence('leo', 'guest', 'another'));
    expect(screen.getByText('2 players')).toBeTruthy();
    expect(screen.getByText('1 online')).toBeTruthy();
  });

  it('shows that many joins from one place wait, until none does', async () => {
    await given(...seated, starts());
    await openDesk();
    expect(screen.queryByText(/Many joins/)).toBeNull();
    await meanwhile((game) => game.sendDelayedJoins(207));
    screen.getByText('Many people are joining from the same network. 207 players are still waiting.');
    await meanwhile((game) => game.sendDelayedJoins(1));
    screen.getByText('Many people are joining from the same network. 1 player is still waiting.');
    await meanwhile((game) => game.sendDelayedJoins(0));
    expect(screen.queryByText(/Many joins/)).toBeNull();
  });

  it('says “No players yet” before anyone has joined', async () => {
    await given();
    await openDesk();
    expect(screen.getByText('No players yet')).toBeTruthy();
    expect(screen.getByText('0 players')).toBeTruthy();
  });

  it('shows names of markup as letters', async () => {
    const markup = '<img src onerror=a>';
    await given(joins('ann', markup), starts(), selects('q100'));
    await openDesk();
    await happens(buzzes('ann', 'q100'));
    expect(first()).toContain(markup);
    await keys('r');
    expect(pickPanel()).toContain(`${markup} +100`);
    expect(document.querySelector('img[onerror]')).toBeNull();
  });
});

describe('the desk throughout a game', () => {
  it('copies the link and says so', async () => {
    await given(...seated);
    await openDesk();
    await keys('c');
    expect(screen.getByText('Link copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('http://localhost/?code=ABC234');
  });

  it('signs link and QR code once the server has sent the signature', async () => {
    gateway.answer('joinInfo', ({ params }) => ({ ...aJoinInfo(params.gameId), signature: 'a-_bcdefghi' }));
    await given(...seated);
    await openDesk();
    const signed = /code=ABC234&s=a-_bcdefghi/;
    expect(await screen.findByRole('img', { name: signed })).toBeTruthy();
    await keys('c');
    expect(await navigator.clipboard.readText()).toMatch(signed);
  });

  it('shows the QR code, and takes no other key meanwhile', async () => {
    await given(...seated);
    await openDesk();
    await keys('q');
    const qr = within(dialog('Join this game')!);
    expect(qr.getByText('Scan with your phone’s camera, or go to localhost and enter the code.')).toBeTruthy();
    await keys('t');
    expect(sent('switchTimeTrial')).toEqual([]);
    await keys('{Escape}');
    await waitFor(() => expect(dialog('Join this game')).toBeNull());
  });

  it('opens the stage in a new window', async () => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    await given(...seated);
    await openDesk();
    await keys('v');
    expect(open.mock.calls).toEqual([[`/stage/${GAME_ID}`, '_blank']]);
  });

  it('mutes and unmutes its sounds', async () => {
    await given(...seated);
    await openDesk();
    await keys('u');
    expect(button('Unmute sounds')).toBeTruthy();
    await keys('u');
    expect(button('Mute sounds')).toBeTruthy();
  });

  it('offers in its menu on a narrow screen what its bar has no room for', async () => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query === '(max-width: 620px)' });
    await given(...started);
    await openDesk();
    expect(screen.queryByRole('switch', { name: 'Time trial' })).toBeNull();
    await openMenu();
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    // Without key hints: a narrow screen has no keyboard.
    const always = [
      ...['Open the stage', 'Copy stage link', 'Pause game', 'Crew', 'Call for help', 'Announce…'],
      ...['Timeline', 'Send Feedback', 'Leave desk', 'End game'],
    ];
    expect(items).toEqual(['Copy link', 'Time trialoff', 'Joiningopen', 'Mute sounds', ...always]);
    await click(screen.getByRole('menuitem', { name: /Time trial/ }));
    expect(sent('switchTimeTrial')).toEqual([{ type: 'switchTimeTrial', on: true }]);
  });

  it('tells a host without an account, and only such a one, that only this browser leads back', async () => {
    const sentence = 'Only this browser leads back to your desk. An account opens it on any device.';
    await given(...started);
    await openDesk();
    await openMenu();
    screen.getByRole('menuitem', { name: 'Copy stage link' });
    expect(screen.queryByText(sentence)).toBeNull();
    signInAs({ id: MODERATOR, name: 'Mo', roles: ['guest'] });
    await advance(1);
    screen.getByText(sentence);
    await click(screen.getByRole('menuitem', { name: 'Create Account' }));
    expect(useSignInPrompt.getState()).toMatchObject({ open: true, signUp: true });
    act(() => closeSignIn(false));
  });

  it('opens for the moderator of the game on a browser that has never seen it', async () => {
    await given(...started);
    expect(moderatorMark(GAME_ID)).toBeNull();
    await openDesk();
    screen.getByRole('button', { name: 'More actions' });
    expect(moderatorMark(GAME_ID)).toMatchObject({ moderatorName: 'Mo' });
  });

  it('shows a buzzer to a player whose browser claims to moderate the game', async () => {
    await given(...started);
    keepModeratorMark(GAME_ID, { moderatorName: 'Mo' });
    await openBuzzer('leo');
    screen.getByTestId('buzzer');
    expect(moderatorMark(GAME_ID)).toBeNull();
  });

  it('sends feedback from a running and from an ended game, and no key typed in it gives a command', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openDesk();
    await chooseAction(/^Send Feedback/);
    await dialogOpens('Send Feedback');
    const form = () => within(dialog('Send Feedback')!);
    form().getByRole('button', { name: 'Close' }).focus();
    await keys('rwnpte');
    const byItself = new Set<Command['type']>(['noteSong', 'noteSound', 'takeMusic']);
    expect(server.commands.filter(({ type }) => !byItself.has(type))).toEqual([]);
    await click(form().getByRole('button', { name: 'Close' }));
    await advance(500);
    await happens(completes());
    await click(button('Send Feedback'));
    await type(form().getByLabelText(/^Title/), 'Good');
    await type(form().getByLabelText(/^Description/), 'Game');
    gateway.answer('submitFeedback', { feedbackId: '00000000-0000-4000-8000-000000000001' });
    await click(form().getByRole('button', { name: 'Send Feedback' }));
    expect(gateway.inputsOf('submitFeedback')[0]?.body.context).toMatchObject({ gameId: GAME_ID, gameCode: 'ABC234' });
  });

  it('ends the game once that was confirmed, and shows the podium', async () => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    await openDesk();
    await chooseAction(/^End game/);
    expect(screen.getByText(/You can reopen the game for ten minutes/)).toBeTruthy();
    await click(within(dialog('End this game?')!).getByRole('button', { name: 'Cancel' }));
    await keys('e');
    await keys('{Escape}');
    expect(sent('completeGame')).toEqual([]);
    await keys('e');
    await click(within(dialog('End this game?')!).getByRole('button', { name: 'End game' }));
    expect(sent('completeGame')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Leo wins' })).toBeTruthy();
    const steps = within(screen.getByRole('list', { name: 'Podium' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual(['Ann02', 'Leo1001']);
    expect(screen.getByRole('list', { name: 'Awards' }).textContent).toBe('Fastest buzz: Leo (1.0 s)');
    expect(button('Save as Template')).toBeTruthy();
  });

  it.each([
    ['ends', 'e', 'End this game?'],
    ['leaves', 'l', 'Leave the desk?'],
  ])('%s nothing when Enter follows the key, as it does for the next question', async (_, key, title) => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    await openDesk();
    await keys(key);
    expect(dialog(title)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Cancel');
    await keys('{Enter}');
    await waitFor(() => expect(dialog(title)).toBeNull());
    expect([...sent('completeGame'), ...sent('leaveAsModerator')]).toEqual([]);
  });

  it('reopens a game that was ended by mistake, where it was', async () => {
    await given(...inRound, completes());
    await openDesk();
    await click(button('Reopen the game'));
    expect(sent('reopenGame')).toEqual([{ type: 'reopenGame' }]);
    expect(screen.getByRole('heading', { level: 1, name: 'TV for 100' })).toBeTruthy();
    expect(button(/^Resume music/)).toBeTruthy();
  });

  it('offers no reopening ten minutes after the end, nor once there is a next game', async () => {
    await given(...inRound, completes());
    await openDesk();
    expect(screen.getByText(/for another 10 minutes/)).toBeTruthy();
    await happens(playsAgain('game-2' as GameId));
    expect(screen.queryByRole('button', { name: 'Reopen the game' })).toBeNull();
  });

  it('plays the proposed question with Enter right after a click on a control', async () => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'), proposes('leo', 'q300'));
    await openDesk();
    await click(screen.getByRole('switch', { name: /^Time trial/ }));
    await keys('{Enter}');
    expect(sent('switchTimeTrial')).toHaveLength(1);
    expect(sent('selectQuestion')).toHaveLength(1);
  });

  it('keeps the focus of the keyboard on a control, and within the desk when the control is gone', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openDesk();
    await keys('{Tab}');
    button(/^Right/).focus();
    expect(document.activeElement).toBe(button(/^Right/));
    await keys('{Enter}');
    expect(sent('judgeAnswer')).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('makes the board one tab stop, which follows the focus and skips what cannot be picked', async () => {
    await given(...started, selects('q100'), marksUnanswered('q100'));
    await openDesk();
    const stops = () =>
      [...board().querySelectorAll<HTMLElement>('button')]
        .filter(({ tabIndex }) => tabIndex === 0)
        .map((tile) => tile.getAttribute('aria-label'));
    expect(stops()).toEqual(['TV for 200']);
    // The first key enters the board; Film has no question in the row of TV for 200.
    await keys('{ArrowRight}{ArrowRight}');
    expect(stops()).toEqual(['Film for 300']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Film for 300');
    await happens(selects('q75'));
    expect(stops()).toEqual(['TV for 75, playing now']);
    await happens(marksUnanswered('q75'));
    expect(stops()).toEqual(['Film for 300']);
    await happens(selects('q300'), marksUnanswered('q300'));
    expect(stops()).toEqual(['TV for 200']);
  });

  it('reports a game that ended without players', async () => {
    await given(starts(), completes());
    await openDesk();
    expect(screen.getByRole('heading', { name: 'No players took part' })).toBeTruthy();
  });

  it('closes only after a confirmation, and leads to the home page', async () => {
    await given(...started);
    await openDesk();
    await keys('l');
    await keys('{Escape}');
    await waitFor(() => expect(dialog('Leave the desk?')).toBeNull());
    expect(sent('leaveAsModerator')).toEqual([]);
    await keys('l');
    await click(within(dialog('Leave the desk?')!).getByRole('button', { name: 'Leave' }));
    expect(sent('leaveAsModerator')).toHaveLength(1);
    expect(sent('rejoinAsModerator')).toEqual([]);
    expect(location.pathname).toBe('/');
  });

  it('remains open and reports the failure when leaving failed', async () => {
    await given(...started);
    await openDesk();
    server.refuseNext('leaveAsModerator', 'internal');
    await chooseAction(/^Leave desk/);
    await click(within(dialog('Leave the desk?')!).getByRole('button', { name: 'Leave' }));
    expect(screen.getByText('Failed to leave game')).toBeTruthy();
    expect(location.pathname).toBe(`/game/${GAME_ID}`);
  });
});

describe('a second desk of a game', () => {
  const elsewhere = () => screen.queryByTestId('music-elsewhere')?.textContent;
  const ownId = () => sent('takeMusic')[0]?.deskId ?? '';

  it('acts as a remote: it plays no music and reports none, and everything else works', async () => {
    await given(...started, takesMusic('laptop'));
    await openDesk();
    expect(elsewhere()).toBe('RemoteYour other desk plays the music.Play music hereD');
    await click(button('TV for 100'));
    await advance(4_000);
    expect(youtube.log.filter((entry) => entry.startsWith('play'))).toEqual([]);
    await happens(buzzes('ann', 'q100'));
    await keys('r');
    expect(sent('judgeAnswer')).toHaveLength(1);
    expect(server.commands.map(({ type }) => type)).toEqual(['selectQuestion', 'judgeAnswer']);
  });

  it.each([
    ['its button', () => click(button(/^Play music here/))],
    ['the D key', () => keys('d')],
  ])('takes the music over with %s, and goes on where the song was', async (_, take) => {
    await given(...started, takesMusic('laptop'), selects('q100'), notesSound('q100', true), later(20, joins('eve')));
    await openDesk();
    await take();
    expect(sent('takeMusic')).toMatchObject([{ from: 'laptop' }]);
    expect(elsewhere()).toBeUndefined();
    expect(status()).toBe('playing');
    await advance(2_000);
    expect(server.playing().current).toMatchObject({ sounding: true });
    await keys('p');
    expect(youtube.heard.at(-1)?.from).toBeGreaterThan(20);
  });

  it('turns the first desk into a silent remote when it takes the music over', async () => {
    await given(...inRound);
    await openDesk();
    expect(elsewhere()).toBeUndefined();
    await happens(takesMusic('phone', ownId()));
    expect(elsewhere()).toContain('Remote');
    expect(youtube.log.at(-1)).toBe('stop');
  });

  it('offers the music when the desk that played it is disconnected, and takes it only when asked', async () => {
    await given(...started, takesMusic('laptop'), selects('q100'));
    await openDesk();
    await happens(musicDeskIsLost('laptop', Date.now()));
    expect(
      within(screen.getByTestId('music-elsewhere')).getByText('The desk that played it is not connected.'),
    ).toBeTruthy();
    expect(sent('takeMusic')).toEqual([]);
    await click(button(/^Play music here/));
    expect(sent('takeMusic')).toMatchObject([{ from: null }]);
    expect(status()).toBe('playing');
  });

  it('speaks German', async () => {
    await given(...started, takesMusic('laptop'));
    await openDesk('de');
    expect(elsewhere()).toBe('FernbedienungDie Musik läuft auf deinem anderen Pult.Musik hier abspielenD');
  });
});

describe('the desk and its connection', () => {
  it('says that it is reconnecting, and catches up', async () => {
    await given(...inRound);
    await openDesk();
    await meanwhile((game) => game.cut());
    expect(within(screen.getByRole('banner')).getByRole('status').textContent).toBe('Reconnecting…');
    await happens(buzzes('ann', 'q100'));
    server.mend();
    await advance(8_000);
    expect(first()).toContain('Ann');
    expect(within(screen.getByRole('banner')).queryByRole('status')).toBeNull();
  });

  it('pauses the song while no desk is connected, and goes on where it was when one is', async () => {
    await given(...inRound);
    await openDesk();
    await advance(5_000);
    const begun = youtube.log.length;
    await happens(later(1, deskDisconnects(Date.now())));
    await advance(20_000);
    expect(youtube.log.slice(begun)).toEqual(['pause']);
    await happens(deskReconnects());
    expect(youtube.log.slice(begun)).toEqual(['pause', `play ${VIDEO}`]);
    await advance(2_000);
    await keys('p');
    const [before, after] = youtube.heard.slice(-2);
    expect(after?.from).toBe(before?.to);
  });

  it('brings a moderator back who had left', async () => {
    await given(...started, moderatorLeaves());
    await openDesk();
    expect(sent('rejoinAsModerator')).toHaveLength(1);
  });

  it('shows a buzzer to a user who does not moderate, whatever the browser remembers', async () => {
    keepModeratorMark(GAME_ID, { moderatorName: 'Ann' });
    await given(...seated);
    await openBuzzer('ann');
    expect(screen.getByTestId('buzzer').textContent).toBe('ReadyWaiting for the start');
    expect(localStorage.getItem(`earworm.moderator.${GAME_ID}`)).toBeNull();
  });
});
