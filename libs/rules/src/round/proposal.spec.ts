import { describe, expect, it } from '@jest/globals';
import { viewOf } from '../views/view-of.js';
import { given } from '../testing/given-when-then.js';
import {
  bans,
  category,
  changesSettings,
  completes,
  creates,
  joins,
  judges,
  leaves,
  marksUnanswered,
  MODERATOR,
  movesUser,
  buzzes,
  proposes,
  question,
  rejoins,
  removes,
  selects,
  starts,
  step,
  undoes,
  user,
  withdraws,
} from '../testing/steps.js';

const seated = [creates(), joins('ann'), joins('bob')];
/** Ann was right, and picks the next question. */
const annsTurn = [...seated, starts(), selects('q100'), buzzes('ann', 'q100'), judges('ann', true, 'q100')];
const proposed = [...annsTurn, proposes('ann', 'q200')];
const annsTurnDirect = [...annsTurn, changesSettings({ picking: 'direct' })];

describe('Proposing a question', () => {
  it('shows all players which question the player whose turn it is would like, and selects nothing', () => {
    const onTurn = given(...annsTurn).when(proposes('ann', 'q200'));
    expect(onTurn.events).toMatchObject([{ type: 'questionProposed', questionId: 'q200', playerId: 'ann' }]);
    expect(onTurn.playing()).toMatchObject({ proposedQuestionId: 'q200', current: null, nextSelectorId: 'ann' });
    for (const kind of ['player', 'stage', 'full'] as const) {
      expect(viewOf(onTurn.game(), kind).proposedQuestionId).toBe('q200');
    }
    expect(onTurn.game().lastAction).toMatchObject({ type: 'questionProposed', by: 'ann' });
  });

  it('leaves the last verdict undoable', () => {
    expect(given(...proposed).playing().lastVerdict).not.toBeNull();
  });

  it('takes the place of an earlier proposal, and changes nothing when it is the same', () => {
    expect(
      given(...proposed)
        .when(proposes('ann', 'q300'))
        .playing().proposedQuestionId,
    ).toBe('q300');
    expect(given(...proposed).when(proposes('ann', 'q200')).events).toEqual([]);
  });

  it('needs the player whose turn it is', () => {
    const game = given(...annsTurn);
    expect(game.when(proposes('bob', 'q200')).refusal).toBe('not-your-turn');
    expect(game.when(proposes('stranger', 'q200')).refusal).toBe('not-a-player');
    expect(game.when({ ...proposes('ann', 'q200'), by: MODERATOR }).refusal).toBe('not-a-player');
    expect(given(...annsTurn, leaves('ann')).when(proposes('ann', 'q200')).refusal).toBe('not-a-player');
    expect(given(...seated, starts()).when(proposes('ann', 'q200')).refusal).toBe('not-your-turn');
  });

  it('needs a game that is played, no question in play, and one that is still open', () => {
    expect(given(...seated).when(proposes('ann', 'q200')).refusal).toBe('not-playing');
    expect(given(...annsTurn, selects('q200')).when(proposes('ann', 'q300')).refusal).toBe('question-in-play');
    expect(given(...annsTurn).when(proposes('ann', 'q100')).refusal).toBe('question-already-answered');
    expect(given(...annsTurn).when(proposes('ann', 'nowhere')).refusal).toBe('question-not-found');
    expect(given(...annsTurn, completes()).when(proposes('ann', 'q200')).refusal).toBe('game-ended');
  });

  it('awaits the moderator, who may confirm it or select another question', () => {
    for (const id of ['q200', 'q300']) {
      const picked = given(...proposed).when(selects(id));
      expect(picked.playing()).toMatchObject({ current: { questionId: id }, proposedQuestionId: null });
    }
  });

  it.each([
    ['the player takes it back', withdraws('ann')],
    ['the player leaves', leaves('ann')],
    ['the player is removed', removes('ann')],
    ['the player is banned', bans('ann')],
    [
      'the question is deleted',
      step(MODERATOR, { type: 'deleteQuestion', categoryId: category('tv'), questionId: question('q200') }),
    ],
    ['its category is deleted', null],
  ])('ends when %s', (_, dropping) => {
    const last = dropping ?? step(MODERATOR, { type: 'deleteCategory', categoryId: category('film') });
    const before = dropping === null ? [...annsTurn, proposes('ann', 'q300')] : proposed;
    const after = given(...before).when(last);
    expect(after.refusal).toBeNull();
    expect(after.playing().proposedQuestionId).toBeNull();
  });

  it('ends when the verdict that gave the turn is undone', () => {
    const pending = given(...proposed);
    expect(pending.when(undoes(pending.lastVerdict())).playing()).toMatchObject({
      nextSelectorId: MODERATOR,
      proposedQuestionId: null,
    });
  });

  it('survives another player’s leaving, and returns for nobody who left', () => {
    expect(
      given(...proposed)
        .when(leaves('bob'))
        .playing().proposedQuestionId,
    ).toBe('q200');
    expect(
      given(...proposed, leaves('ann'))
        .when(rejoins('ann'))
        .playing().proposedQuestionId,
    ).toBeNull();
  });

  it('follows the player who signs in to an account', () => {
    const moved = given(...proposed).when(movesUser('ann', 'account'));
    expect(moved.playing()).toMatchObject({ nextSelectorId: 'account', proposedQuestionId: 'q200' });
    expect(given(...proposed, movesUser('ann', 'account')).when(withdraws('account')).refusal).toBeNull();
  });

  it('works again for the same player’s next question', () => {
    const again = given(...proposed, selects('q200'), marksUnanswered('q200')).when(proposes('ann', 'q300'));
    expect(again.playing().proposedQuestionId).toBe('q300');
  });
});

describe('Taking a proposal back', () => {
  it('needs the player whose turn it is, and changes nothing without a proposal', () => {
    expect(given(...proposed).when(withdraws('bob')).refusal).toBe('not-your-turn');
    expect(given(...annsTurn).when(withdraws('ann')).events).toEqual([]);
    expect(given(...seated).when(withdraws('ann')).refusal).toBe('not-playing');
  });
});

describe('A game whose settings let players pick by themselves', () => {
  it('selects the question that the player whose turn it is proposes', () => {
    const picked = given(...annsTurnDirect).when(proposes('ann', 'q300'));
    expect(picked.events).toMatchObject([
      { type: 'questionSelected', categoryId: 'film', questionId: 'q300', playerId: 'ann' },
    ]);
    expect(picked.playing()).toMatchObject({ current: { questionId: 'q300' }, proposedQuestionId: null });
    expect(picked.game().lastAction).toMatchObject({ type: 'questionSelected', by: 'ann' });
  });

  it('still refuses all others, and lets the moderator select', () => {
    expect(given(...annsTurnDirect).when(proposes('bob', 'q300')).refusal).toBe('not-your-turn');
    expect(given(...annsTurnDirect).when({ ...selects('q300'), by: user('ann') }).refusal).toBe('not-moderator');
    expect(given(...annsTurnDirect).when(selects('q300')).refusal).toBeNull();
  });

  it('depends on a setting that can change at any time without changing others', () => {
    const changed = given(creates({ attempts: 'once' })).when(changesSettings({ picking: 'direct' }));
    expect(changed.game().settings).toEqual({ attempts: 'once', musicOn: 'desk', picking: 'direct' });
    expect(given(...annsTurnDirect).when(changesSettings({ picking: 'direct' })).events).toEqual([]);
    expect(given(creates()).game().settings).toEqual({ attempts: 'unlimited', musicOn: 'desk' });
  });
});
