import { describe, expect, it } from '@jest/globals';
import { given } from '../testing/given-when-then.js';
import {
  addsTeams,
  buzzes,
  changesSettings,
  choosesTeam,
  creates,
  joins,
  later,
  marksUnanswered,
  notesSound,
  runsTimer,
  selects,
  starts,
  switchesTimeTrial,
  takesMusic,
  undoes,
  user,
} from '../testing/steps.js';
import { expectAllToFollow } from '../testing/views-follow.js';
import { seatOf } from '../views/view-of.js';

const trial = [switchesTimeTrial(true)];
const duo = [creates(), joins('ann'), joins('bob')];
const reported = [takesMusic('desk-1'), starts(), selects('q100')];
const onSilence = (falseStart: number | 'out') => [...duo, changesSettings({ falseStart }), ...reported];
const seen = (played: Pick<ReturnType<typeof given>, 'game'>, who: string) => {
  const { lockedUntil = null, falseStart = false } = seatOf(played.game(), user(who)) ?? {};
  return { lockedUntil, falseStart };
};

describe('A buzz before the song', () => {
  it('counts in a game without the setting', () => {
    expect(given(...duo, ...reported, buzzes('ann', 'q100')).queue()).toEqual(['ann']);
  });

  it('locks the player for the seconds of the setting, and says why', () => {
    const early = given(...onSilence(3), buzzes('ann', 'q100'));
    expect([early.queue(), seen(early, 'ann')]).toEqual([[], { lockedUntil: early.now + 3_000, falseStart: true }]);
    expect(seen(early, 'bob')).toEqual({ lockedUntil: null, falseStart: false });
    const heard = [...onSilence(3), buzzes('ann', 'q100'), notesSound('q100', true)];
    expect(given(...heard).when(later(1.9, buzzes('ann', 'q100'))).refusal).toBe('locked-out');
    expect(
      given(...heard)
        .when(later(2, buzzes('ann', 'q100')))
        .queue(),
    ).toEqual(['ann']);
    expectAllToFollow(early);
  });

  it('ends the question for the player with the other setting, and not the next one', () => {
    const story = [...onSilence('out'), buzzes('ann', 'q100'), notesSound('q100', true)];
    expect(given(...story).when(later(3_600, buzzes('ann', 'q100'))).refusal).toBe('locked-out');
    const next = [...story, marksUnanswered('q100'), selects('q200'), notesSound('q200', true)];
    expect(
      given(...next)
        .when(buzzes('ann', 'q200'))
        .queue(),
    ).toEqual(['ann']);
  });

  it('locks the whole team', () => {
    const teams = [addsTeams('Foxes'), choosesTeam('ann', 1), choosesTeam('bob', 1)];
    const early = given(...duo, changesSettings({ falseStart: 2 }), ...teams, ...reported, buzzes('ann', 'q100'));
    expect(['ann', 'bob'].map((who) => seen(early, who).falseStart)).toEqual([true, true]);
  });

  it('locks again with a round that an undo opens again', () => {
    const left = given(...onSilence('out'), buzzes('ann', 'q100'), marksUnanswered('q100'));
    const again = left.when(undoes(left.lastVerdict()));
    expect(seen(again, 'ann').falseStart).toBe(true);
  });

  it('counts once a song is heard that fell silent, where no desk reports it, and while the timer runs by hand', () => {
    const silent = [notesSound('q100', true), later(2, notesSound('q100', false))];
    expect(given(...onSilence(3), ...silent, buzzes('ann', 'q100')).queue()).toEqual(['ann']);
    const unreported = given(...duo, changesSettings({ falseStart: 3 }), starts(), selects('q100'));
    expect(unreported.when(buzzes('ann', 'q100')).queue()).toEqual(['ann']);
    const sung = given(...duo, changesSettings({ falseStart: 3 }), ...trial, ...reported, runsTimer('q100', true));
    expect(sung.when(buzzes('ann', 'q100')).queue()).toEqual(['ann']);
  });

  it('leads to what was settled when the question started', () => {
    expect(given(...onSilence(3)).when(changesSettings({ falseStart: null })).refusal).toBe('question-in-play');
  });
});
