import { describe, expect, it } from '@jest/globals';
import { given } from '../testing/given-when-then.js';
import {
  creates,
  joins,
  judges,
  leaves,
  marksUnanswered,
  pausesMusic,
  buzzes,
  selects,
  starts,
  undoes,
} from '../testing/steps.js';

const duel = [creates(), joins('ann'), joins('bob'), starts()];

describe('A correct answer', () => {
  const won = given(...duel, selects('q200'), buzzes('ann', 'q200'), buzzes('bob', 'q200')).when(
    judges('ann', true, 'q200'),
  );

  it('gains the points of the question', () => {
    expect(won.player('ann').score).toBe(200);
    expect(won.player('bob').score).toBe(0);
    expect(won.events).toMatchObject([{ type: 'answerJudged', gain: 200, correct: true }]);
  });

  it('answers the question by that player, correctly', () => {
    expect(won.question('q200')).toMatchObject({
      answered: true,
      answeredBy: 'ann',
      answeredCorrectly: true,
      attemptedBy: ['ann', 'bob'],
    });
  });

  it('clears question and queue, and the player picks next', () => {
    expect(won.playing()).toMatchObject({ current: null, nextSelectorId: 'ann' });
  });
});

describe('A wrong answer', () => {
  it.each([
    ['q100', -50],
    ['q200', -100],
    ['q75', -37],
  ])('costs half of the points, rounded down, for a question worth %s: %d', (id, score) => {
    const wrong = given(...duel, selects(id), buzzes('ann', id)).when(judges('ann', false, id));
    expect(wrong.player('ann').score).toBe(score);
  });

  it('takes the player from the front of the queue; the question stays current and unanswered, the music plays on', () => {
    const wrong = given(...duel, selects('q100'), buzzes('ann', 'q100'), buzzes('bob', 'q100')).when(
      judges('ann', false, 'q100'),
    );
    expect(wrong.queue()).toEqual(['bob']);
    expect(wrong.playing().current).toMatchObject({ questionId: 'q100', musicPaused: false, wrong: ['ann'] });
    expect(wrong.question('q100')).toMatchObject({ answered: false, answeredBy: null });
    expect(wrong.playing().nextSelectorId).toBe('mo');
  });

  describe('in a game whose music waits after a wrong answer', () => {
    const both = [
      ...[creates({ musicAfterWrong: 'waits' }), joins('ann'), joins('bob'), starts(), selects('q100')],
      ...[buzzes('ann', 'q100'), buzzes('bob', 'q100')],
    ];
    const wrong = judges('ann', false, 'q100');

    it('keeps the music paused while another player waits to answer', () => {
      const judgedWrong = given(...both).when(wrong);
      expect(judgedWrong.queue()).toEqual(['bob']);
      expect(judgedWrong.playing().current).toMatchObject({ musicPaused: true, heardSince: null });
    });

    it.each([
      ['was wrong as well', judges('bob', false, 'q100')],
      ['has left', leaves('bob')],
    ])('lets the music play on once the last in the queue %s', (_, goes) => {
      const empty = given(...both, wrong).when(goes);
      expect(empty.playing().current).toMatchObject({ answerQueue: [], musicPaused: false, answerAttemptTime: null });
    });

    it('leaves alone what the moderator plays for those who wait', () => {
      const played = given(...both, pausesMusic(false, 'q100')).when(wrong);
      expect(played.playing().current?.musicPaused).toBe(false);
    });

    it('puts the player in front again and pauses the music when the verdict is undone', () => {
      const judged = given(...both, wrong);
      const undone = judged.when(undoes(judged.lastVerdict()));
      expect(undone.queue()).toEqual(['ann', 'bob']);
      expect(undone.playing().current?.musicPaused).toBe(true);
    });
  });

  it('costs points each time it is given', () => {
    const twice = given(
      ...duel,
      ...[
        selects('q100'),
        buzzes('ann', 'q100'),
        judges('ann', false, 'q100'),
        buzzes('ann', 'q100'),
        judges('ann', false, 'q100'),
      ],
    );
    expect(twice.player('ann').score).toBe(-100);
    expect(twice.playing().current?.wrong).toEqual(['ann']);
  });
});

describe('Judging', () => {
  const waiting = given(...duel, selects('q100'), buzzes('ann', 'q100'), buzzes('bob', 'q100'));

  it.each(['bob', 'stranger', 'mo'])('needs the player at the front of the queue, not %s', (who) => {
    expect(waiting.when(judges(who, true, 'q100')).refusal).toBe('invalid-judge-state');
  });

  it('needs a current question with a player waiting', () => {
    expect(given(creates(), joins('ann')).when(judges('ann', true, 'q100')).refusal).toBe('invalid-judge-state');
    expect(given(...duel).when(judges('ann', true, 'q100')).refusal).toBe('invalid-judge-state');
    expect(given(...duel, selects('q100')).when(judges('ann', true, 'q100')).refusal).toBe('invalid-judge-state');
  });

  it('a verdict on another question than the current one comes too late', () => {
    expect(waiting.when(judges('ann', true, 'q200')).refusal).toBe('question-not-current');
  });

  it('a player who left is not judged', () => {
    const left = given(...duel, selects('q100'), buzzes('ann', 'q100'), leaves('ann'));
    expect(left.when(judges('ann', true, 'q100')).refusal).toBe('invalid-judge-state');
  });
});

describe('No correct answer', () => {
  it('closes the question without a winner, and clears question and queue', () => {
    const marked = given(...duel, selects('q100'), buzzes('ann', 'q100')).when(marksUnanswered('q100'));
    expect(marked.question('q100')).toMatchObject({
      answered: true,
      answeredBy: null,
      answeredCorrectly: false,
      attemptedBy: ['ann'],
    });
    expect(marked.playing()).toMatchObject({ current: null, nextSelectorId: 'mo' });
    expect(marked.player('ann').score).toBe(0);
  });

  it('needs an active question, the one that is meant', () => {
    expect(given(creates()).when(marksUnanswered('q100')).refusal).toBe('no-active-question-to-mark');
    expect(given(...duel).when(marksUnanswered('q100')).refusal).toBe('no-active-question-to-mark');
    expect(given(...duel, selects('q100')).when(marksUnanswered('q200')).refusal).toBe('question-not-current');
  });
});
