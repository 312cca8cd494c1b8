import { describe, expect, it } from '@jest/globals';
import { given } from '../testing/given-when-then.js';
import {
  changesSettings,
  creates,
  joins,
  judges,
  later,
  marksUnanswered,
  pausesMusic,
  buzzes,
  selects,
  starts,
  user,
} from '../testing/steps.js';

const trio = [creates(), joins('ann'), joins('bob'), joins('cem'), starts()];

describe('Selecting a question', () => {
  it('makes it current from now on, with an empty queue and the music playing', () => {
    const selected = given(...trio).when(selects('q100'));
    expect(selected.playing().current).toEqual({
      categoryId: 'tv',
      questionId: 'q100',
      questionStartTime: selected.now,
      runningSince: selected.now,
      answerQueue: [],
      answerAttemptTime: null,
      wrong: [],
      musicPaused: false,
      heardMs: 0,
      heardSince: selected.now,
      songLengthMs: null,
      sounding: null,
      timerByHand: null,
      timeTrialPaused: false,
      timeTrialPausedAt: null,
      pausedMs: 0,
      timeTrialElapsedSeconds: null,
    });
  });

  it('needs the moderator, also when it is the moderator’s turn', () => {
    const picks = given(...trio, selects('q100'), buzzes('ann', 'q100'), judges('ann', true, 'q100'));
    expect(picks.playing().nextSelectorId).toBe('ann');
    expect(picks.when({ ...selects('q200'), by: user('ann') }).refusal).toBe('not-moderator');
    expect(picks.when(selects('q200')).refusal).toBeNull();
  });

  it('needs a game that is played, a category and a question that exist', () => {
    expect(given(creates()).when(selects('q100')).refusal).toBe('not-playing');
    expect(given(...trio).when(selects('q100', 'no')).last).toMatchObject({
      rejection: { code: 'category-not-found', params: { id: 'no' } },
    });
    expect(given(...trio).when(selects('q300', 'tv')).refusal).toBe('question-not-found');
  });

  it('waits until the current question is finished, and takes none twice', () => {
    expect(given(...trio, selects('q100')).when(selects('q200')).refusal).toBe('question-in-play');
    expect(given(...trio, selects('q100')).when(selects('q100')).refusal).toBe('question-in-play');
    const done = given(...trio, selects('q100'), marksUnanswered('q100'));
    expect(done.when(selects('q100')).refusal).toBe('question-already-answered');
    expect(done.when(selects('q200')).refusal).toBeNull();
  });
});

describe('Buzzing in', () => {
  it('puts the player at the end of the queue, pauses the music and keeps the time', () => {
    const one = given(...trio, selects('q100'), buzzes('bob', 'q100'));
    expect(one.queue()).toEqual(['bob']);
    expect(one.playing().current).toMatchObject({
      musicPaused: true,
      answerAttemptTime: one.now,
      timeTrialPaused: false,
    });
    expect(one.events).toMatchObject([{ type: 'playerBuzzed', playerId: 'bob', elapsedSeconds: null }]);
    const two = one.when(buzzes('ann', 'q100'));
    expect(two.queue()).toEqual(['bob', 'ann']);
    expect(two.playing().current).toMatchObject({ answerAttemptTime: two.now });
    expect(two.question('q100').attemptedBy).toEqual(['bob', 'ann']);
  });

  it('a player already in the queue is ignored', () => {
    const again = given(...trio, selects('q100'), buzzes('bob', 'q100')).when(buzzes('bob', 'q100'));
    expect(again.refusal).toBeNull();
    expect(again.events).toEqual([]);
  });

  it('needs an active question, and the one that is active', () => {
    expect(given(creates(), joins('ann')).when(buzzes('ann', 'q100')).refusal).toBe('no-active-question');
    expect(given(...trio).when(buzzes('ann', 'q100')).refusal).toBe('no-active-question');
    expect(given(...trio, selects('q100')).when(buzzes('ann', 'q200')).refusal).toBe('question-not-current');
  });

  it('accepts players, not other users or the moderator', () => {
    const game = given(...trio, selects('q100'));
    expect(game.when(buzzes('stranger', 'q100')).refusal).toBe('not-a-player');
    expect(game.when(buzzes('mo', 'q100')).refusal).toBe('not-a-player');
  });

  it('a wrong player may buzz again, and counts once among those who attempted', () => {
    const again = given(...trio, selects('q100'), buzzes('ann', 'q100'), judges('ann', false, 'q100')).when(
      buzzes('ann', 'q100'),
    );
    expect(again.queue()).toEqual(['ann']);
    expect(again.question('q100').attemptedBy).toEqual(['ann']);
  });

  it("excludes a wrong player until the next question with attempts 'once'", () => {
    const once = given(
      ...trio,
      changesSettings({ attempts: 'once' }),
      selects('q100'),
      buzzes('ann', 'q100'),
      judges('ann', false, 'q100'),
    );
    expect(once.when(buzzes('ann', 'q100')).refusal).toBe('already-attempted');
    expect(once.when(buzzes('bob', 'q100')).queue()).toEqual(['bob']);
    const next = given(
      ...trio,
      changesSettings({ attempts: 'once' }),
      ...[
        selects('q100'),
        buzzes('ann', 'q100'),
        judges('ann', false, 'q100'),
        marksUnanswered('q100'),
        selects('q200'),
      ],
    );
    expect(next.when(buzzes('ann', 'q200')).queue()).toEqual(['ann']);
  });

  it('orders buzzes by the log, even if one was long on its way', () => {
    const late = given(...trio, selects('q100'), buzzes('ann', 'q100')).when({
      ...buzzes('bob', 'q100'),
      waited: 3_500,
    });
    const [first, second] = late.playing().current?.answerQueue ?? [];
    expect(late.queue()).toEqual(['ann', 'bob']);
    expect(second?.at).toBe(first?.at);
  });
});

describe('The music', () => {
  it('pauses and plays on for the moderator', () => {
    const paused = given(...trio, selects('q100'), pausesMusic(true, 'q100'));
    expect(paused.playing().current?.musicPaused).toBe(true);
    expect(paused.when(pausesMusic(false, 'q100')).playing().current?.musicPaused).toBe(false);
    expect(paused.when(later(9, pausesMusic(true, 'q100'))).events).toEqual([]);
  });

  it('belongs to the current question', () => {
    expect(given(...trio).when(pausesMusic(true, 'q100')).refusal).toBe('no-active-question');
    expect(given(...trio, selects('q100')).when(pausesMusic(true, 'q200')).refusal).toBe('question-not-current');
  });

  it('plays for a new question, whatever it did before', () => {
    const next = given(...trio, selects('q100'), pausesMusic(true, 'q100'), marksUnanswered('q100'), selects('q200'));
    expect(next.playing().current?.musicPaused).toBe(false);
  });
});
