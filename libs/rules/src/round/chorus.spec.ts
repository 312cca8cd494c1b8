import { describe, expect, it } from '@jest/globals';
import { given } from '../testing/given-when-then.js';
import {
  buzzes,
  changesSettings,
  completes,
  creates,
  deskDisconnects,
  joins,
  judges,
  later,
  marksUnanswered,
  pausesMusic,
  reopens,
  selects,
  starts,
  type Step,
  undoes,
} from '../testing/steps.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';

/** Four seconds of the song have been heard when Ann buzzes, and she is judged two seconds later. */
const played = (settings: Parameters<typeof creates>[0], ...verdict: readonly Step[]) => [
  ...[creates(settings), joins('ann'), joins('bob'), starts(), selects('q100')],
  ...[later(4, buzzes('ann', 'q100')), ...verdict],
];
const right = later(2, judges('ann', true, 'q100'));
const answered = played({ musicAfterRight: 'plays' }, right);

describe('the song after a right answer', () => {
  it('plays on from where it stopped in a game that is set so, and all views show that', () => {
    const game = given(...answered);
    const chorus = { questionId: 'q100', heardMs: 4_000, heardSince: game.now };
    expect(game.playing()).toMatchObject({ current: null, chorus });
    for (const kind of VIEW_KINDS) expect(viewOf(game.game(), kind).chorus).toEqual(chorus);
  });

  it.each([
    ['nothing is set', {}],
    ['it is set to stop', { musicAfterRight: 'stops' as const }],
  ])('ends when %s, and nothing more is kept or shown', (_, settings) => {
    const game = given(...played(settings, right));
    expect(game.game()).not.toHaveProperty('chorus');
    for (const kind of VIEW_KINDS) expect(viewOf(game.game(), kind)).not.toHaveProperty('chorus');
  });

  it.each([
    ['a wrong answer', later(2, judges('ann', false, 'q100'))],
    ['a question that nobody got', later(2, marksUnanswered('q100'))],
  ])('ends after %s', (_, verdict) => {
    expect(given(...played({ musicAfterRight: 'plays' }, verdict)).game()).not.toHaveProperty('chorus');
  });

  it('pauses and resumes at its position for the moderator', () => {
    const paused = given(...answered).when(later(3, pausesMusic(true, 'q100')));
    expect(paused.playing().chorus).toMatchObject({ heardMs: 7_000, heardSince: null });
    const resumed = given(...answered, later(3, pausesMusic(true, 'q100'))).when(later(9, pausesMusic(false, 'q100')));
    expect(resumed.playing().chorus).toMatchObject({ heardMs: 7_000, heardSince: resumed.now });
    expect(given(...answered).when(pausesMusic(false, 'q100')).events).toEqual([]);
    expect(given(...answered).when(pausesMusic(true, 'q200')).refusal).toBe('no-active-question');
  });

  it.each([
    ['the next question is selected', selects('q200')],
    ['the game ends', completes()],
    ['the setting is changed', changesSettings({ musicAfterRight: 'stops' })],
    ['no desk is connected', deskDisconnects(0)],
  ])('stops for good once %s', (_, step) => {
    const after = given(...answered).when(step);
    expect(after.refusal).toBeNull();
    expect(after.game()).not.toHaveProperty('chorus');
  });

  it('remains ended when the game is reopened', () => {
    expect(given(...answered, completes(), reopens()).playing()).not.toHaveProperty('chorus');
  });

  it('keeps its position when the verdict is undone, as the song of the open question', () => {
    const game = given(...answered);
    const undone = game.when(later(3, undoes(game.lastVerdict())));
    expect(undone.game()).not.toHaveProperty('chorus');
    expect(undone.playing().current).toMatchObject({ heardMs: 7_000, heardSince: null, musicPaused: true });
  });
});
