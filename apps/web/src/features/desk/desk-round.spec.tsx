import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { UserId } from '@earworm/rules';
import {
  bans,
  changesScore,
  creates,
  joins,
  judges,
  later,
  marksUnanswered,
  buzzes,
  buzzesHearing,
  buzzesLate,
  changesSettings,
  ordersBuzzes,
  selects,
  starts,
  type Step,
  switchesTimeTrial,
} from '@earworm/rules/testing';
import { gateway } from '../../testing/fake-gateway.js';
import {
  advance,
  click,
  dialogOpens,
  given,
  happens,
  keys,
  meanwhile,
  openDesk,
  sent,
  server,
  type,
  youtube,
} from '../../testing/game-screens.js';
import {
  button,
  isDisabled,
  dialog,
  pickPanel,
  roundPanel,
  announcement,
  first,
  status,
  inLine,
  scores,
  seated,
  started,
  inRound,
} from '../../testing/desk-screen.js';

const orderedBy = (mode: 'corrected' | 'level') => changesSettings({ buzzOrder: { mode, holdMs: 80, creditMs: 150 } });
const soon = (ms: number, step: Step): Step => ({ ...step, after: ms });
const holdNow = () => server.playing().current?.hold?.version ?? 0;

const { matchMedia } = window;
afterEach(() => {
  window.matchMedia = matchMedia;
  jest.restoreAllMocks();
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

  it('shows what the connection of each player is like where the order is corrected, and moves nothing for it', async () => {
    await given(...seated, orderedBy('corrected'), starts(), selects('q100'));
    await openDesk();
    const scores = within(screen.getByRole('region', { name: 'Scores' }));
    const places = () => scores.getAllByRole('listitem').map((row) => row.querySelector('.connection') !== null);
    expect([scores.queryAllByRole('img'), places()]).toEqual([[], [true, true]]);
    await meanwhile((game) => game.sendConnections({ leo: 'unsteady', ann: null }));
    expect(scores.getAllByRole('img').map((sign) => sign.getAttribute('aria-label'))).toEqual(['Unsteady connection']);
    await meanwhile((game) => game.sendConnections({ leo: 'good', ann: 'slow' }));
    expect(scores.getByText('Leo').closest('li')?.innerHTML).toContain('Good connection');
    expect(scores.getByText('Ann').closest('li')?.innerHTML).toContain('Slow connection');
    expect(places()).toEqual([true, true]);
  });

  it('shows no connections in a game that takes buzzes in order of arrival', async () => {
    await given(...inRound);
    await openDesk();
    await meanwhile((game) => game.sendConnections({ leo: 'good', ann: 'slow' }));
    const scores = within(screen.getByRole('region', { name: 'Scores' }));
    expect(scores.queryAllByRole('img')).toEqual([]);
    expect(scores.getAllByRole('listitem')[0]?.querySelector('.connection')).toBeNull();
  });

  it('says at once that a player buzzed, then who was first, whether that is sure, and why', async () => {
    await given(...seated, orderedBy('corrected'), starts(), selects('q100'));
    await openDesk();
    await happens(later(2, buzzesLate('leo', 'q100', 0)));
    expect([first(), inLine()]).toEqual([expect.stringContaining('Buzz!'), []]);
    await happens(soon(20, buzzesLate('ann', 'q100', 110)));
    await happens(soon(60, ordersBuzzes(holdNow())));
    expect(first()).toMatch(/Annfirst by 0\.0\d s/);
    expect(inLine()).toEqual([expect.stringMatching(/^1Ann/), expect.stringMatching(/^2Leosure\+0\.0\d s$/)]);
    await click(button('sure: Ann, Leo'));
    await advance(200);
    const why = dialog('Why was Ann first?');
    expect(why?.textContent).toMatch(/Sure: [89]\d ms apart/);
    expect(why?.textContent).toMatch(/although Leo’s buzz arrived 2\d ms earlier/);
    expect(why?.textContent).toMatch(/buzzed at \+[89]\d ms, ± 5 ms · arrived at \+[89]\d ms/);
    expect(why?.textContent).toContain('not proof');
    expect(why?.textContent).not.toContain('song');
    expect(why?.textContent).not.toContain('A reason to look');
  });

  it.each([
    ['late-echoes', /The page of Ann answers measurements later than the browser/],
    ['far-touches', /the phone of Ann reports touches further in the past than its connection explains/],
    ['far-from-venue', /The phone of Ann is much slower to reach/],
  ] as const)(
    'says why the times of a player are doubted (%s), beside that player and as no proof',
    async (doubt, why) => {
      const late = buzzesLate('ann', 'q100', 110);
      await given(...seated, orderedBy('corrected'), starts(), selects('q100'));
      await openDesk();
      await happens(later(2, buzzesLate('leo', 'q100', 0)));
      await happens(soon(20, { ...late, timing: { ...late.timing!, doubt } }));
      await happens(soon(60, ordersBuzzes(holdNow())));
      await click(button('sure: Ann, Leo'));
      await advance(200);
      const [ofAnn, ofLeo] = within(dialog('Why was Ann first?')!).getAllByRole('figure');
      expect(ofAnn?.textContent).toMatch(why);
      expect(ofAnn?.textContent).toContain('A reason to look, not a proof');
      expect(ofLeo?.textContent).not.toContain('A reason to look');
    },
  );

  it('says that two buzzes are too close to call, and that a lot decided', async () => {
    await given(...seated, orderedBy('level'), starts(), selects('q100'));
    await openDesk();
    await happens({ ...later(2, buzzesLate('leo', 'q100', 12)), seed: 5 });
    await happens(soon(4, buzzesLate('ann', 'q100', 12)));
    await happens(soon(60, ordersBuzzes(holdNow())));
    expect(first()).toMatch(/first by lot/);
    await click(button(/^by lot: /));
    await advance(200);
    expect(screen.getByRole('dialog').textContent).toMatch(/Too close to call: \d ms apart/);
    expect(screen.getByRole('dialog').textContent).toContain('A lot decided');
  });

  it('says that all who are level answer, and that each right answer counts', async () => {
    const ties = changesSettings({ buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150, ties: 'allAnswer' } });
    await given(...seated, ties, starts(), selects('q100'));
    await openDesk();
    await happens({ ...later(2, buzzesLate('leo', 'q100', 12)), seed: 5 });
    await happens(soon(4, buzzesLate('ann', 'q100', 12)));
    await happens(soon(60, ordersBuzzes(holdNow())));
    const [one, other] = server.playing().current?.answerQueue.map(({ playerId }) => playerId) ?? [];
    const nameOf = (id: string | undefined) => (id === 'leo' ? 'Leo' : 'Ann');
    expect(first()).toContain(`level with ${nameOf(other)}: all answer`);
    await click(button(/^level: /));
    await advance(200);
    expect(screen.getByRole('dialog').textContent).toContain('so all who are level answer');
    await happens(judges(`${one}`, true, 'q100'));
    expect(inLine()).toEqual([expect.stringMatching(new RegExp(`^1${nameOf(other)}`))]);
    await happens(judges(`${other}`, true, 'q100'));
    expect(server.playing().players.map(({ score }) => score)).toEqual([100, 100]);
  });

  it('names all of three who are level, and says in the dialog that all of them answer', async () => {
    const ties = changesSettings({ buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150, ties: 'allAnswer' } });
    await given(...seated, joins('dora', 'Dora'), ties, starts(), selects('q100'));
    await openDesk();
    await happens({ ...later(2, buzzesLate('leo', 'q100', 12)), seed: 5 });
    await happens(soon(4, buzzesLate('ann', 'q100', 12)), soon(4, buzzesLate('dora', 'q100', 12)));
    await happens(soon(60, ordersBuzzes(holdNow())));
    const names = (server.playing().current?.answerQueue ?? []).map(
      ({ playerId }) => ({ ann: 'Ann', leo: 'Leo', dora: 'Dora' })[String(playerId)],
    );
    expect(names).toHaveLength(3);
    expect(first()).toContain(`level with ${names[1]} and ${names[2]}: all answer`);
    await click(button(`level: ${names[1]}, ${names[2]}`));
    await advance(200);
    expect(screen.getByRole('dialog').textContent).toContain(
      'They count as level, so all who are level answer, in the order of a lot drawn before the first buzz arrived.',
    );
    expect(screen.getByRole('dialog').textContent).not.toMatch(/both/i);
  });

  it('tells screen readers in the dock of a phone who is level', async () => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: true });
    const ties = changesSettings({ buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150, ties: 'allAnswer' } });
    await given(...seated, ties, starts(), selects('q100'));
    await openDesk();
    await happens({ ...later(2, buzzesLate('leo', 'q100', 12)), seed: 5 });
    await happens(soon(4, buzzesLate('ann', 'q100', 12)));
    await happens(soon(60, ordersBuzzes(holdNow())));
    const next = within(screen.getByTestId('dock')).getByRole('list', { name: 'Queue' });
    const [spoken, sign] = within(next).getByRole('listitem').children;
    expect([spoken?.textContent, sign?.textContent, sign?.getAttribute('aria-hidden')]).toEqual(['level', '=', 'true']);
  });

  it('explains an order that is shifted by when the phones played the song', async () => {
    await given(...seated, changesSettings({ musicOn: 'players' }), orderedBy('corrected'), starts(), selects('q100'));
    await openDesk();
    // Ann touched 20 ms before Leo, whose phone played the song 200 ms later than hers.
    await happens(later(2, buzzesHearing('ann', 'q100', 1_800)));
    await happens(soon(20, buzzesHearing('leo', 'q100', 1_620)));
    await happens(soon(60, ordersBuzzes(holdNow())));
    await click(button('sure: Leo, Ann'));
    await advance(200);
    const why = dialog('Why was Leo first?')!;
    expect(why.textContent).toContain('Counted from when each phone played the song, Leo buzzed before Ann.');
    expect(why.textContent).not.toContain('although');
    const [ofLeo, ofAnn] = within(why).getAllByRole('figure');
    expect(ofLeo?.textContent).toMatch(
      /Leo’s phone played the song 0\.(19|20|21) s later, so the buzz counts that much earlier/,
    );
    expect(ofLeo?.textContent).toContain('That is what the phone says.');
    expect(ofLeo?.textContent).toContain('counts at +0 ms');
    expect(ofAnn?.textContent).not.toContain('played the song');
    expect(why.textContent).toContain('none gains more than 150 ms by its connection');
    expect(why.textContent).toContain('can gain up to 0.4 s more');
  });

  it('tells the gap to the player who is first now, and of no lot where none was drawn', async () => {
    await given(...seated, joins('dora'), orderedBy('corrected'), starts(), selects('q100'));
    await openDesk();
    await happens(later(2, buzzesLate('leo', 'q100', 100)));
    await happens(soon(5, buzzesLate('ann', 'q100', 40)), soon(5, buzzesLate('dora', 'q100', 0)));
    await happens(soon(60, ordersBuzzes(holdNow())), judges('leo', false, 'q100'));
    expect(inLine()).toEqual([expect.stringMatching(/^1Ann/), expect.stringMatching(/^2dorasure\+0\.0[345] s$/)]);
    expect(first()).toMatch(/first by 0\.0[345] s/);
    await click(button(/: Ann, dora$/));
    await advance(200);
    screen.getByRole('dialog', { name: 'Why was Ann before dora?' });
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

  it('judges no other player before a verdict is answered', async () => {
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

  it('tells seats that are reserved from those that were left', async () => {
    const person = (n: number, name: string, more: object = {}) => ({
      ...{ id: UserId.parse(`p${n}`), seat: n, name, score: 0, isActive: false, joinedAt: 0, leftAt: null },
      ...more,
    });
    const players = [person(1, 'Ann', { reserved: true }), person(2, 'Bob'), person(3, 'Cem', { isActive: true })];
    gateway.answer('roster', { players, total: 3 });
    await given(...started);
    await openDesk();
    await keys('a');
    await dialogOpens('All players');
    const rows = within(screen.getByRole('list', { name: 'All players' })).queryAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Annseat reserved0', 'Bobleft the game0', 'Cem0']);
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
