import { describe, expect, it } from '@jest/globals';
import { given } from './testing/given-when-then.js';
import {
  addsTeams,
  buzzes,
  changesSettings,
  creates,
  joins,
  choosesTeam,
  judges,
  later,
  marksUnanswered,
  movesToTeam,
  selects,
  starts,
  undoes,
  user,
} from './testing/steps.js';
import { seatOf } from './views/view-of.js';

const trio = [creates(), joins('ann'), joins('bob'), joins('cem')];
const locking = changesSettings({ lockOutSeconds: 5 });
const annWrong = [buzzes('ann', 'q100'), judges('ann', false, 'q100')];
const onSong = [...trio, locking, starts(), selects('q100')];
const seatsOf = (played: ReturnType<typeof given>, ...names: readonly string[]) =>
  names.map((name) => seatOf(played.game(), user(name))?.lockedUntil ?? null);

describe('A lock-out after a wrong answer', () => {
  it('refuses buzzes of the player until it is over, and takes those of others', () => {
    const wrong = given(...onSong, ...annWrong);
    const until = wrong.now + 5_000;
    expect(seatsOf(wrong, 'ann', 'bob')).toEqual([until, null]);
    expect(wrong.when(later(4.999, buzzes('ann', 'q100'))).refusal).toBe('locked-out');
    expect(wrong.when(later(1, buzzes('bob', 'q100'))).queue()).toEqual(['bob']);
    expect(wrong.when(later(5, buzzes('ann', 'q100'))).queue()).toEqual(['ann']);
  });

  it('counts when a buzz came in, not when it was decided', () => {
    const wrong = given(...onSong, ...annWrong);
    expect(wrong.when({ ...later(6, buzzes('ann', 'q100')), waited: 2_000 }).refusal).toBe('locked-out');
  });

  it('begins anew with every wrong answer, and ends with the question', () => {
    const twice = [...annWrong, later(5, buzzes('ann', 'q100')), judges('ann', false, 'q100')];
    const wrong = given(...onSong, ...twice);
    expect(seatsOf(wrong, 'ann')).toEqual([wrong.now + 5_000]);
    const next = given(...onSong, ...twice, marksUnanswered('q100'), selects('q200'));
    expect(seatsOf(next, 'ann')).toEqual([null]);
    expect(next.when(buzzes('ann', 'q200')).queue()).toEqual(['ann']);
  });

  it('concerns the whole team, and not the player who is moved to another', () => {
    const teams = [addsTeams('Foxes', 'Owls'), choosesTeam('ann', 1), choosesTeam('bob', 1), choosesTeam('cem', 2)];
    const ofTeams = [...trio, locking, ...teams, starts(), selects('q100'), ...annWrong];
    const wrong = given(...ofTeams);
    const until = wrong.now + 5_000;
    expect(seatsOf(wrong, 'ann', 'bob', 'cem')).toEqual([until, until, null]);
    expect(wrong.when(buzzes('bob', 'q100')).refusal).toBe('locked-out');
    const moved = given(...ofTeams, movesToTeam('bob', 2));
    expect(seatsOf(moved, 'ann', 'bob', 'cem')).toEqual([until, null, null]);
    expect(moved.when(buzzes('bob', 'q100')).queue()).toEqual(['bob']);
  });

  it('ends when its verdict is undone, and returns with a round that an undo opens again', () => {
    const wrong = given(...onSong, ...annWrong);
    const undone = given(...onSong, ...annWrong, undoes(wrong.lastVerdict()));
    expect(seatsOf(undone, 'ann')).toEqual([null]);
    expect(undone.queue()).toEqual(['ann']);

    const ended = given(...onSong, ...annWrong, marksUnanswered('q100'));
    const again = given(...onSong, ...annWrong, marksUnanswered('q100'), undoes(ended.lastVerdict()));
    expect([seatsOf(ended, 'ann'), seatsOf(again, 'ann')]).toEqual([[null], seatsOf(wrong, 'ann')]);
    expect(again.when(buzzes('ann', 'q100')).refusal).toBe('locked-out');
  });

  it('gives way to the setting that a wrong answer ends the question for the player', () => {
    const once = [...trio, changesSettings({ attempts: 'once', lockOutSeconds: 5 }), starts(), selects('q100')];
    const wrong = given(...once, ...annWrong);
    expect(seatsOf(wrong, 'ann')).toEqual([null]);
    expect(wrong.when(later(6, buzzes('ann', 'q100'))).refusal).toBe('already-attempted');
  });

  it('changes between questions only', () => {
    expect(given(...onSong).when(changesSettings({ lockOutSeconds: null })).refusal).toBe('question-in-play');
    const between = given(...trio, locking, starts());
    expect(between.when(changesSettings({ lockOutSeconds: null })).game().settings.lockOutSeconds).toBeNull();
  });
});
