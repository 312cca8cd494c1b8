import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ClipId, type Command, type GameCode, type GameId, UserId } from '@earworm/rules';
import {
  bans,
  category,
  changesScore,
  completes,
  creates,
  deskDisconnects,
  deskReconnects,
  draft,
  GAME_ID,
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
  question,
  selects,
  starts,
  step,
  switchesTimeTrial,
  undoes,
  withdraws,
  takesMusic,
} from '@earworm/rules/testing';
import { closeSignIn, useSignInPrompt } from '../../platform/session/sign-in-prompt.js';
import { keepModeratorMark, moderatorMark } from '../../platform/storage/game-marks.js';
import { aJoinInfo, gateway } from '../../testing/fake-gateway.js';
import { signInAs } from '../../testing/render.js';
import {
  advance,
  audio,
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
  shownText,
  type,
  youtube,
} from '../../testing/game-screens.js';

const VIDEO = 'dQw4w9WgXcQ';
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isDisabled = (name: string | RegExp) => button(name).hasAttribute('disabled');
const dialog = (name: string) => screen.queryByRole('dialog', { name });
const pickPanel = () => screen.getByTestId('pick-panel').textContent;
const roundPanel = () => screen.getByTestId('round-panel').textContent;
const announcement = () => document.querySelector('p.sr-only[role="status"]');
const first = () => screen.getByTestId('first').textContent;
const media = () => screen.getByTestId('media');
const status = () => media().dataset['status'];
const board = () => screen.getByRole('region', { name: 'Board' });
const inLine = () =>
  within(screen.getByRole('region', { name: 'Queue' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const scores = () =>
  within(screen.getByRole('region', { name: 'Scores' }))
    .queryAllByRole('listitem')
    .map(shownText);
const openMenu = async () => {
  await click(button('More actions'));
  await advance(200);
};
const chooseAction = async (name: RegExp) => {
  await openMenu();
  await click(screen.getByRole('menuitem', { name }));
};
const addsQuestion = (id: string, points: number, change: Parameters<typeof draft>[1]) =>
  step(MODERATOR, {
    type: 'addQuestion',
    categoryId: category('tv'),
    questionId: question(id),
    question: draft(points, change),
  });

const seated = [joins('ann', 'Ann'), joins('leo', 'Leo')];
const started = [...seated, starts()];
const inRound = [...started, selects('q100')];
const withoutQuestions = step(MODERATOR, {
  type: 'createGame',
  gameCode: 'ABC234' as GameCode,
  moderatorName: 'Mo',
  settings: {},
  categories: [],
});

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

describe('the desk in a round', () => {
  it('shows the answer and waits for the first to buzz', async () => {
    await given(...inRound);
    await openDesk();
    expect(screen.getByTestId('answer').textContent).toBe('Answer 100');
    expect(screen.getByText('Song 100')).toBeTruthy();
    expect(first()).toContain('Waiting for the first buzz');
    expect(screen.getByText('Nobody has buzzed yet.')).toBeTruthy();
    expect([isDisabled(/^Right/), isDisabled(/^Wrong/), isDisabled(/^Nobody/)]).toEqual([true, true, false]);
    expect(screen.getByText('Question 1 of 4')).toBeTruthy();
    expect(roundPanel()).toContain('Next to pick: Mo');
  });

  it('names no player to pick once the last question is played', async () => {
    const played = ['q100', 'q200', 'q75'].flatMap((id) => [selects(id), marksUnanswered(id)]);
    await given(...started, ...played, selects('q300'));
    await openDesk();
    expect(screen.getByText('Question 4 of 4')).toBeTruthy();
    expect(roundPanel()).not.toContain('Next to pick');
  });

  it('shows who was first, who is in line, and how far behind', async () => {
    await given(...inRound);
    await openDesk();
    await happens(later(2, buzzes('leo', 'q100')));
    expect(first()).toMatch(/^LLeo2\.\d s into the song100$/);
    await happens(buzzes('ann', 'q100'));
    expect(first()).toMatch(/^LLeofirst by 1\.0\d s · 2\.\d s into the song100$/);
    expect(inLine()).toEqual([expect.stringMatching(/^1Leo2\.\d s$/), expect.stringMatching(/^2Ann\+1\.0\d s$/)]);
  });

  it.each([
    ['the Right button', true, () => click(button(/^Right/))],
    ['the Wrong button', false, () => click(button(/^Wrong/))],
    ['the R key', true, () => keys('r')],
    ['the W key', false, () => keys('w')],
  ])('judges the first in line with %s', async (_, correct, judge) => {
    await given(...inRound, buzzes('ann', 'q100'), buzzes('leo', 'q100'));
    await openDesk();
    expect(button(/^Right/).textContent).toBe('Right +100R');
    expect(button(/^Wrong/).textContent).toBe('Wrong −50W');
    await judge();
    expect(sent('judgeAnswer')).toMatchObject([{ questionId: 'q100', playerId: 'ann', buzz: 6, correct }]);
    expect(scores()).toEqual(correct ? ['1Ann100', '2Leo0'] : ['1Leo0', '2Ann−50']);
    if (!correct) expect(first()).toContain('Leo');
  });

  it.each([
    ['its button', () => click(button(/^Nobody/))],
    ['the N key', () => keys('n')],
  ])('ends a question that no player knows with %s', async (_, end) => {
    await given(...inRound);
    await openDesk();
    await end();
    expect(sent('markUnanswered')).toEqual([{ type: 'markUnanswered', questionId: 'q100' }]);
    expect(pickPanel()).toContain('Nobody got it');
  });

  it('ignores the second of two quick presses, which would judge the next player in the queue', async () => {
    await given(...inRound, buzzes('ann', 'q100'), buzzes('leo', 'q100'));
    await openDesk();
    await keys('w');
    await advance(400);
    await keys('w');
    expect(isDisabled(/^Wrong/)).toBe(true);
    expect(sent('judgeAnswer')).toHaveLength(1);
    await advance(100);
    await keys('w');
    expect(sent('judgeAnswer').map(({ playerId }) => playerId)).toEqual(['ann', 'leo']);
  });

  it('judges nobody else before a verdict is answered', async () => {
    await given(...inRound, buzzes('ann', 'q100'), buzzes('leo', 'q100'));
    await openDesk();
    server.hold();
    await keys('w');
    await advance(650);
    await keys('w');
    await meanwhile((held) => held.release());
    await advance(400);
    await keys('w');
    expect(sent('judgeAnswer').map(({ playerId }) => playerId)).toEqual(['ann']);
    await advance(100);
    await keys('w');
    expect(sent('judgeAnswer').map(({ playerId }) => playerId)).toEqual(['ann', 'leo']);
  });

  it('offers less with every second of a time trial, until a player has buzzed', async () => {
    await given(...started);
    await openDesk();
    await keys('t');
    expect(sent('switchTimeTrial')).toEqual([{ type: 'switchTimeTrial', on: true }]);
    expect(screen.getByRole('switch', { name: 'Time trial' }).getAttribute('aria-checked')).toBe('true');
    await happens(selects('q200'));
    const worth = () => Number(/\d+$/.exec(first() ?? '')?.[0]);
    await advance(1_000);
    const before = worth();
    await advance(4_000);
    expect(worth()).toBe(before - 20);
    await happens(buzzes('leo', 'q200'));
    const offered = button(/^Right/).textContent;
    expect(offered).toMatch(/^Right \+17[05]R$/);
    expect(button(/^Wrong/).textContent).toBe('Wrong −100W');
    await advance(4_000);
    expect(button(/^Right/).textContent).toBe(offered);
    await keys('r');
    expect(scores()[0]).toBe(`1Leo${/\d+/.exec(offered ?? '')?.[0]}`);
  });

  it('switches a time trial off with its switch', async () => {
    await given(...started, switchesTimeTrial(true));
    await openDesk();
    await click(screen.getByRole('switch', { name: 'Time trial' }));
    expect(sent('switchTimeTrial')).toEqual([{ type: 'switchTimeTrial', on: false }]);
  });

  it('reads out who is first and how it was judged', async () => {
    await given(...inRound);
    await openDesk();
    await happens(buzzes('ann', 'q100'));
    expect(announcement()?.textContent).toBe('Ann is first');
    await happens(judges('ann', false, 'q100'));
    expect(announcement()?.textContent).toBe('Ann is wrong, −50');
    await happens(buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    expect(announcement()?.textContent).toBe('Leo is right, +100');
    await happens(selects('q200'), marksUnanswered('q200'));
    expect(announcement()?.textContent).toBe('Nobody got it');
  });

  it('reads out who moves up after a wrong answer', async () => {
    await given(...inRound, buzzes('ann', 'q100'), buzzes('leo', 'q100'));
    await openDesk();
    await happens(judges('ann', false, 'q100'));
    expect(announcement()?.textContent).toBe('Ann is wrong, −50. Leo is first');
  });

  it('reads out the same words again', async () => {
    await given(...inRound, marksUnanswered('q100'));
    await openDesk();
    await happens(selects('q200'), marksUnanswered('q200'));
    const before = announcement()?.firstElementChild;
    expect(before?.textContent).toBe('Nobody got it');
    await happens(selects('q75'), marksUnanswered('q75'));
    expect(announcement()?.textContent).toBe('Nobody got it');
    expect(announcement()?.firstElementChild).not.toBe(before);
  });

  it.each([
    ['invalid-judge-state' as const, undefined, 'Invalid state for judging answer.'],
    ['question-not-found' as const, undefined, 'Current question data not found.'],
    [
      'limit-judge' as const,
      { n: 4 },
      'Judge actions are rate limited. Please wait 4 seconds before judging another answer.',
    ],
  ])('says why a verdict was refused with %s', async (code, params, sentence) => {
    await given(...inRound, buzzes('ann', 'q100'));
    await openDesk();
    server.refuseNext('judgeAnswer', code, params);
    await keys('r');
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(first()).toContain('Ann');
  });

  it('says that there was no question to mark as unanswered', async () => {
    await given(...inRound);
    await openDesk();
    server.refuseNext('markUnanswered', 'no-active-question-to-mark');
    await keys('n');
    expect(screen.getByText('No question is currently active to mark as unanswered.')).toBeTruthy();
  });

  it('speaks German', async () => {
    await given(...inRound, buzzes('ann', 'q100'));
    await openDesk('de');
    expect(button(/^Richtig/).textContent).toBe('Richtig +100R');
    expect(button(/^Falsch/).textContent).toBe('Falsch −50W');
  });
});

describe('the video of a question at the desk', () => {
  const fails = async (error: number) => {
    await given(...started);
    await openDesk();
    youtube.next = { error };
    await happens(selects('q100'));
  };

  it('plays when it is picked, pauses on a buzz, goes on after a wrong answer and stops at the end', async () => {
    await given(...started);
    await openDesk();
    expect(youtube.log).toEqual([`cue ${VIDEO} from 0`]);
    await happens(selects('q100'));
    expect(status()).toBe('playing');
    await happens(buzzes('ann', 'q100'));
    expect(status()).toBe('paused');
    await happens(judges('ann', false, 'q100'));
    expect(status()).toBe('playing');
    await happens(marksUnanswered('q100'));
    expect(youtube.log).toEqual([
      `cue ${VIDEO} from 0`,
      `play ${VIDEO}`,
      'pause',
      `play ${VIDEO}`,
      'stop',
      `cue ${VIDEO} from 0`,
    ]);
  });

  const pauseResumeReplay = async () => {
    await keys('p');
    expect(sent('pauseMusic')).toEqual([{ type: 'pauseMusic', questionId: 'q100', paused: true }]);
    expect(status()).toBe('paused');
    await click(button('Resume music'));
    expect(status()).toBe('playing');
    await keys('m');
    expect(youtube.log.slice(-2)).toEqual(['seek 0', `play ${VIDEO}`]);
  };

  it('pauses, resumes and replays when the moderator asks for it', async () => {
    await given(...started);
    await openDesk();
    await happens(selects('q100'));
    await pauseResumeReplay();
    await click(button('Pause music'));
    await click(button('Replay'));
    expect(youtube.log.slice(-3)).toEqual(['pause', 'seek 0', 'pause']);
  });

  describe('a song that plays on after a right answer', () => {
    const right = [
      ...[creates({ musicAfterRight: 'plays' }), ...started, selects('q100')],
      ...[later(20, buzzes('ann', 'q100')), judges('ann', true, 'q100')],
    ];
    const answered = async () => {
      await given(...right.slice(0, -1));
      await openDesk();
      youtube.log.length = 0;
      await happens(...right.slice(-1));
    };
    const roundPanel = () => screen.getByTestId('round-panel');

    it('plays on beside what to do next, in the same player and in sight', async () => {
      await answered();
      expect(status()).toBe('playing');
      expect(youtube.log).toEqual([`play ${VIDEO}`]);
      expect(roundPanel().hidden).toBe(false);
      expect(screen.getByRole('heading', { level: 1, name: 'Pick a question' })).toBeTruthy();
      expect(within(roundPanel()).queryByRole('button', { name: /^Right/ })).toBeNull();
    });

    it('pauses, resumes and replays when the moderator asks for it', async () => {
      await answered();
      await pauseResumeReplay();
    });

    it('makes way for the next question, and is open and paused again when the verdict is undone', async () => {
      await answered();
      await happens(undoes(server.playing().lastVerdict!.version));
      expect(status()).toBe('paused');
      await happens(judges('ann', true, 'q100'), selects('q200'));
      expect(youtube.log.slice(-2)).toEqual([`cue ${VIDEO} from 0`, `play ${VIDEO}`]);
      expect(screen.getByRole('heading', { level: 1, name: 'TV for 200' })).toBeTruthy();
    });

    it('plays on from where the room is when the desk is opened meanwhile', async () => {
      await given(...right, later(10, joins('eve', 'Eve')));
      await openDesk();
      expect(youtube.log).toEqual([expect.stringMatching(/^cue dQw4w9WgXcQ from 3\d\.\d+$/), `play ${VIDEO}`]);
    });
  });

  describe('a video whose link has a start and an end', () => {
    const opened = async () => {
      const link = `https://youtu.be/${VIDEO}?start=20&end=24`;
      await given(creates(), addsQuestion('q50', 50, { youtubeLink: link }), ...started);
      await openDesk();
      await happens(selects('q50', 'tv'));
    };

    it('plays from the one to the other, and pauses while the moderator pauses it', async () => {
      await opened();
      expect(youtube.log).toContain(`cue ${VIDEO} from 20 to 24`);
      await advance(1_500);
      await keys('p');
      await advance(5_000);
      expect(status()).toBe('paused');
      await click(button('Resume music'));
      await advance(4_000);
      expect(status()).toBe('ended');
      const [first, second, ...more] = youtube.heard;
      expect(first?.from).toBe(20);
      expect(second?.from).toBe(first?.to);
      expect(second?.to).toBe(24);
      expect(more).toEqual([]);
    });

    it.each([
      ['it was replayed', () => keys('m')],
      ['the key that would pause it', () => keys('p')],
      ['the button that would pause it', () => click(button('Resume music'))],
      ['a wrong answer', () => happens(buzzes('ann', 'q50'), judges('ann', false, 'q50'))],
    ])('begins at its start again after %s, and ends where its link does', async (_, again) => {
      await opened();
      await advance(4_500);
      expect(status()).toBe('ended');
      youtube.heard.length = 0;
      await again();
      expect(status()).toBe('playing');
      await advance(4_500);
      expect(status()).toBe('ended');
      expect(youtube.heard).toHaveLength(1);
      expect(youtube.heard[0]?.from).toBe(20);
      expect(youtube.heard[0]?.to).toBeCloseTo(24, 0);
    });

    it('remains silent when the desk is opened after its end', async () => {
      const link = `https://youtu.be/${VIDEO}?start=20&end=24`;
      const late = later(30, joins('eve', 'Eve'));
      await given(creates(), addsQuestion('q50', 50, { youtubeLink: link }), ...started, selects('q50', 'tv'), late);
      await openDesk();
      await advance(5_000);
      expect(status()).toBe('ended');
      expect(youtube.heard.filter(({ from }) => from < 23)).toEqual([]);
    });
  });

  it('reports how long the song is', async () => {
    await given(...started);
    await openDesk();
    await happens(selects('q100'));
    await advance(1_000);
    expect(sent('noteSong')[0]).toMatchObject({ questionId: 'q100', lengthMs: 180_000 });
  });

  it.each([
    [2, 'This video does not exist on YouTube.'],
    [5, 'The YouTube player stopped working.'],
    [100, 'This video was removed or is private.'],
    [101, 'This video can only be played on YouTube itself.'],
    [150, 'This video can only be played on YouTube itself.'],
    [153, 'YouTube blocked playback on this site (missing referrer).'],
  ])('says what error %i of the player means, and the question can be skipped', async (error, sentence) => {
    await fails(error);
    const fault = within(media()).getByRole('alert');
    expect(fault.querySelector('strong')?.textContent).toBe(sentence);
    expect(within(fault).getByText(/Try again, play the song another way/)).toBeTruthy();
    const link = within(fault).getByRole('link', { name: 'Open on YouTube' });
    expect(link.getAttribute('href')).toBe(`https://www.youtube.com/watch?v=${VIDEO}&t=0`);
    await click(button('Skip this question'));
    expect(sent('markUnanswered')).toHaveLength(1);
  });

  it('plays on Try again after the player failed', async () => {
    await fails(5);
    await click(button('Try again'));
    expect(status()).toBe('playing');
    expect(within(media()).queryByRole('alert')).toBeNull();
  });

  it('accepts buzzes and verdicts while the video cannot be shown', async () => {
    await fails(150);
    await happens(buzzes('ann', 'q100'));
    await keys('r');
    expect(scores()[0]).toBe('1Ann100');
  });

  it('asks for a touch when the browser blocks the sound, and starts with it', async () => {
    await given(...started);
    await openDesk();
    youtube.next = 'blocked';
    await happens(selects('q100'));
    expect(within(media()).getByRole('alert').textContent).toContain('Your browser only plays sound after you tap.');
    await click(button('Tap to start the music'));
    expect(status()).toBe('playing');
    expect(within(media()).queryByRole('alert')).toBeNull();
  });

  it('says when a song loads without end, and plays it on Try again', async () => {
    await given(...started);
    await openDesk();
    youtube.next = 'buffering';
    await happens(selects('q100'));
    expect(status()).toBe('buffering');
    await advance(10_000);
    expect(media().textContent).toContain('The song is not loading. The connection is too slow or was lost.');
    await click(button('Try again'));
    expect(status()).toBe('playing');
  });

  it('says when YouTube cannot be reached, and plays on Try again once it can', async () => {
    youtube.isReachable = false;
    await given(...started);
    await openDesk();
    await happens(selects('q100'));
    expect(media().textContent).toContain('YouTube cannot be reached from this network.');
    youtube.isReachable = true;
    await click(button('Try again'));
    expect(status()).toBe('playing');
  });

  it('keeps the volume that the moderator set, also when the desk is opened again', async () => {
    await given(...inRound);
    await openDesk();
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '40' } });
    expect(youtube.volume).toBe(40);
    cleanup();
    youtube.volume = 100;
    await openDesk();
    expect(screen.getByRole('slider', { name: 'Volume' })).toHaveProperty('value', '40');
    expect(youtube.volume).toBe(40);
  });

  it('plays on from where the room is when the desk is opened in the middle of it', async () => {
    await given(...inRound, later(30, joins('eve', 'Eve')));
    await openDesk();
    expect(youtube.log).toEqual([expect.stringMatching(/^cue dQw4w9WgXcQ from 30\.\d+$/), `play ${VIDEO}`]);
  });
});

describe('the clip of a question at the desk', () => {
  const withClip = [creates(), addsQuestion('q50', 50, { youtubeLink: '', clipId: 'k3' as ClipId }), ...started];
  const line = () => media().textContent;

  it('says what it does: it plays, waits, and has ended', async () => {
    await given(...withClip);
    await openDesk();
    await happens(selects('q50', 'tv'));
    expect(line()).toContain('Audio clip playing');
    await meanwhile(() => audio.becomes('waiting'));
    expect(line()).toContain('Loading the clip…');
    await meanwhile(() => audio.becomes('ended'));
    expect(line()).toContain('The clip has ended');
  });

  it('pauses during an answer', async () => {
    await given(...withClip);
    await openDesk();
    await happens(selects('q50', 'tv'), buzzes('ann', 'q50'));
    expect(line()).toContain('Audio clip paused');
  });

  it('reports a missing file, and plays on Try again', async () => {
    await given(...withClip);
    await openDesk();
    audio.next = 'missing';
    await happens(selects('q50', 'tv'));
    expect(line()).toContain('This audio clip could not be loaded.');
    expect(screen.queryByRole('link', { name: 'Open on YouTube' })).toBeNull();
    await click(button('Try again'));
    expect(line()).toContain('Audio clip playing');
  });

  it('asks for a touch when the browser blocks the sound', async () => {
    await given(...withClip);
    await openDesk();
    audio.next = 'blocked';
    await happens(selects('q50', 'tv'));
    await click(button('Tap to start the music'));
    expect(line()).toContain('Audio clip playing');
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
    const always = ['Open the stage', 'Copy stage link', 'Crew', 'Call for help', 'Send Feedback'];
    expect(items).toEqual([
      'Copy link',
      'Time trialoff',
      'Joiningopen',
      'Mute sounds',
      ...always,
      'Leave desk',
      'End game',
    ]);
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

describe('the timer of a time trial at the desk', () => {
  const trial = [...seated, starts(), switchesTimeTrial(true)];
  const worth = () => Number(/\d+$/.exec(first() ?? '')?.[0]);
  const current = () => server.playing().current;

  it('starts with the first sound: not while an ad runs, whose player says that it plays', async () => {
    await given(...trial);
    await openDesk();
    youtube.next = { adSeconds: 15 };
    await happens(selects('q200'));
    await advance(14_000);
    expect(status()).toBe('playing');
    expect(worth()).toBe(200);
    expect(first()).toContain('The timer runs while the song is playing.');
    await advance(2_000);
    const begun = worth();
    expect(current()).toMatchObject({ sounding: true, timeTrialPaused: false });
    await advance(4_000);
    expect(worth()).toBe(begun - 20);
  });

  it.each([
    ['waits for more of it', (): void => youtube.buffer()],
    ['fails', (): void => youtube.fail(5)],
    ['is at the end of it', (): void => youtube.end()],
  ])('pauses while the player of the song %s', async (_, stops) => {
    await given(...trial);
    await openDesk();
    await happens(selects('q200'));
    await advance(4_000);
    expect(current()).toMatchObject({ sounding: true });
    await meanwhile(stops);
    await advance(1_500);
    expect(current()).toMatchObject({ sounding: false, timeTrialPaused: true, heardSince: null });
    const standing = worth();
    await advance(10_000);
    expect(worth()).toBe(standing);
  });

  it.each([
    ['its button', (name: string) => click(button(name))],
    ['the K key', () => keys('k')],
  ])('starts and stops manually with %s, as for a song sung live', async (_, press) => {
    await given(...trial);
    await openDesk();
    youtube.next = 'blocked';
    await happens(selects('q200'));
    await press('Start timer');
    expect(sent('runTimer')).toEqual([{ type: 'runTimer', questionId: 'q200', running: true }]);
    await advance(4_000);
    expect(worth()).toBe(180);
    await press('Stop timer');
    expect(first()).toContain('You stopped the timer.');
    await advance(4_000);
    expect(worth()).toBe(180);
  });

  it('refuses a manual start during an answer and without a time trial', async () => {
    await given(...trial, selects('q200'), buzzes('ann', 'q200'));
    await openDesk();
    expect(isDisabled('Start timer')).toBe(true);
    await keys('k');
    await happens(switchesTimeTrial(false));
    expect(screen.queryByRole('button', { name: 'Start timer' })).toBeNull();
    await keys('k');
    expect(sent('runTimer')).toEqual([]);
  });

  it('runs without sound reports while the music plays on the players’ devices', async () => {
    await given(creates({ musicOn: 'players' }), ...trial);
    await openDesk();
    await happens(selects('q200'));
    await advance(4_000);
    expect(sent('noteSound')).toEqual([]);
    expect(current()).toMatchObject({ sounding: null, timeTrialPaused: false });
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

describe('corrections at the desk', () => {
  const judged = [...inRound, buzzes('ann', 'q100'), buzzes('leo', 'q100')];

  it.each([
    ['its button', () => click(button(/^Undo/))],
    ['the Z key', () => keys('z')],
  ])('undoes the last verdict with %s, and has the same player in front again', async (_, undo) => {
    await given(...judged);
    await openDesk();
    await keys('r');
    expect(screen.getByRole('region', { name: 'Last verdict' }).textContent).toContain('Ann +100');
    await advance(600);
    await undo();
    expect(sent('undoVerdict')).toHaveLength(1);
    expect(first()).toContain('Ann');
    expect(inLine()).toHaveLength(2);
    expect(button(/^Undo/).hasAttribute('disabled')).toBe(true);
  });

  it('asks before closing a question while a player waits to answer', async () => {
    await given(...judged);
    await openDesk();
    await keys('n');
    expect(sent('markUnanswered')).toHaveLength(0);
    expect(dialog('Close this question?')?.textContent).toContain('2 players are still waiting to answer.');
    await click(button('Close question'));
    expect(sent('markUnanswered')).toHaveLength(1);
  });

  it('closes a question at once when no player waits', async () => {
    await given(...inRound);
    await openDesk();
    await keys('n');
    expect(sent('markUnanswered')).toHaveLength(1);
  });

  const openActions = async (name: string) => {
    await click(button(`Actions for ${name}`));
    await advance(200);
  };
  const item = (name: string) => screen.getByRole('menuitem', { name });

  it('removes a player in two taps', async () => {
    await given(...started);
    await openDesk();
    await openActions('Leo');
    await click(item('Remove from the game'));
    expect(sent('removePlayer')).toMatchObject([{ playerId: 'leo', ban: false }]);
    expect(scores()).toHaveLength(1);
  });

  it('asks before a player is kept out for good', async () => {
    await given(...started);
    await openDesk();
    await openActions('Leo');
    await click(item('Ban from the game'));
    await dialogOpens('Ban Leo?');
    expect(sent('removePlayer')).toHaveLength(0);
    await click(button('Ban'));
    expect(sent('removePlayer')).toMatchObject([{ playerId: 'leo', ban: true }]);
  });

  it('renames a player', async () => {
    await given(...started);
    await openDesk();
    await openActions('Leo');
    await click(item('Rename'));
    await dialogOpens('Rename Leo');
    await type(screen.getByLabelText('New name'), 'Leonie');
    await click(button('Save'));
    expect(scores().join()).toContain('Leonie');
  });

  it('changes a score with a reason', async () => {
    await given(...started);
    await openDesk();
    await openActions('Leo');
    await click(item('Change score'));
    await dialogOpens('Change Leo’s score');
    await type(screen.getByLabelText('Points to add or subtract'), '50');
    expect(isDisabled('Change')).toBe(true);
    await type(screen.getByLabelText('Reason'), 'Sang along');
    await click(button('Change'));
    expect(sent('changeScore')).toMatchObject([{ playerId: 'leo', gain: 50, reason: 'Sang along' }]);
  });

  it('changes an earlier verdict on the score sheet, with a reason', async () => {
    await given(...judged, judges('ann', false, 'q100'), judges('leo', true, 'q100'), selects('q200'));
    await openDesk();
    await keys('h');
    await dialogOpens('Score sheet');
    await click(button('Verdict for Ann: Wrong −50'));
    await type(screen.getByLabelText('Reason'), 'Said it in Dutch');
    await click(button('Change to right'));
    expect(sent('changeVerdict')).toMatchObject([{ questionId: 'q100', correct: true, reason: 'Said it in Dutch' }]);
    expect(scores().join()).toContain('100');
  });

  it('undoes a score change before the verdict that is older, with the Z key', async () => {
    await given(...judged, judges('ann', false, 'q100'), changesScore('leo', 50, 'Sang along'));
    await openDesk();
    expect(screen.getByRole('region', { name: 'Last score change' }).textContent).toContain('Leo +50Sang along');
    await keys('z');
    expect(sent('undoScoreChange')).toHaveLength(1);
    await keys('z');
    expect(sent('undoVerdict')).toHaveLength(1);
  });

  it('lists changes by hand with their reasons on the score sheet, and undoes any of them', async () => {
    await given(...judged, changesScore('leo', 50, 'Sang along'), changesScore('ann', -20, 'Too late'));
    await openDesk();
    await keys('h');
    await dialogOpens('Score sheet');
    const changes = () => within(screen.getByRole('region', { name: 'Changed by hand' })).getAllByRole('listitem');
    expect(changes().map(({ textContent }) => textContent)).toEqual(['Ann −20 Too lateUndo', 'Leo +50 Sang alongUndo']);
    await click(button('Undo Leo +50'));
    expect(changes()).toHaveLength(1);
  });

  it('reaches every player, also those below the leaders', async () => {
    const players = Array.from({ length: 230 }, (_, n) => ({
      ...{ id: UserId.parse(`p${n + 1}`), seat: n + 1, name: n === 219 ? 'Zoë' : `Player ${n + 1}` },
      ...{ score: 1_000 - n, isActive: true, joinedAt: 0, leftAt: null },
    }));
    gateway.answer('roster', ({ query }) => {
      const { afterSeat, limit } = query as { afterSeat: number; limit: number };
      return { players: players.filter(({ seat }) => seat > afterSeat).slice(0, limit), total: players.length };
    });
    await given(...started);
    await openDesk();
    await keys('a');
    await dialogOpens('All players');
    const rows = () => within(screen.getByRole('list', { name: 'All players' })).queryAllByRole('listitem');
    expect(rows()).toHaveLength(100);
    await type(screen.getByLabelText('Find a player'), 'zo');
    expect(rows().map(({ textContent }) => textContent)).toEqual(['Zoë781']);
    screen.getByRole('button', { name: 'Actions for Zoë' });
    await type(screen.getByLabelText('Find a player'), 'zoltan');
    screen.getByText('No player has this name.');
  });

  it('lets a player join again whom it saw banned, also after a reload', async () => {
    gateway.answer('roster', { players: [], total: 0 });
    await given(...started);
    await openDesk();
    await happens(bans('leo'));
    cleanup();
    await advance(4_000);
    await openDesk();
    await keys('a');
    await dialogOpens('All players');
    await click(button('Allow Leo to join again'));
    expect(sent('removePlayer')).toMatchObject([{ playerId: 'leo', ban: false }]);
    expect(screen.queryByRole('list', { name: 'Banned' })).toBeNull();
    expect(server.playing().bans.users).toEqual([]);
  });

  it('closes the game to new players, and opens it again, with a tap or the J key', async () => {
    await given(...started);
    await openDesk();
    await click(screen.getByRole('switch', { name: /Joining/ }));
    expect(sent('lockJoining')).toMatchObject([{ locked: true }]);
    await keys('j');
    expect(sent('lockJoining')).toMatchObject([{ locked: true }, { locked: false }]);
  });
});
