import { describe, expect, it } from '@jest/globals';
import { given } from '../testing/given-when-then.js';
import {
  addsTeams,
  buzzes,
  changesSettings,
  choosesTeam,
  creates,
  joins,
  judges,
  later,
  marksUnanswered,
  notesSound,
  pausesGame,
  resumesGame,
  runsTimer,
  selects,
  starts,
  switchesTimeTrial,
  takesMusic,
  undoes,
  user,
  type Step,
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

describe('A buzz shortly before the report of the song', () => {
  const soon = (ms: number, step: Step): Step => ({ ...step, after: ms });
  const heardAfter = (ms: number, ...between: readonly Step[]) => [
    buzzes('ann', 'q100'),
    ...between,
    soon(ms, notesSound('q100', true)),
  ];
  const nothing = { lockedUntil: null, falseStart: false };

  it.each([3, 'out' as const])('loses its lock (%p), as the song may have begun before it', (falseStart) => {
    const heard = given(...onSilence(falseStart), ...heardAfter(300));
    expect(heard.events).toMatchObject([{ type: 'soundNoted', sounding: true, forgivenFrom: heard.now - 500 }]);
    expect(seen(heard, 'ann')).toEqual(nothing);
    expect(heard.playing().current).not.toHaveProperty('lockOuts');
    expectAllToFollow(heard);
    expect(heard.when(buzzes('ann', 'q100')).queue()).toEqual(['ann']);
  });

  it.each([
    [500, true],
    [501, false],
    [800, false],
  ])('%d ms before it is forgiven: %p', (ms, isForgiven) => {
    const heard = given(...onSilence('out'), ...heardAfter(ms));
    expect(seen(heard, 'ann').falseStart).toBe(!isForgiven);
    expect(heard.events.map((event) => 'forgivenFrom' in event)).toEqual([isForgiven]);
    expectAllToFollow(heard);
  });

  it('unlocks those alone who buzzed late enough', () => {
    const heard = given(...onSilence('out'), ...heardAfter(300, soon(400, buzzes('bob', 'q100'))));
    expect([seen(heard, 'ann').falseStart, seen(heard, 'bob')]).toEqual([true, nothing]);
    expectAllToFollow(heard);
  });

  it('unlocks the whole team', () => {
    const teams = [addsTeams('Foxes'), choosesTeam('ann', 1), choosesTeam('bob', 1)];
    const setting = changesSettings({ falseStart: 'out' });
    const heard = given(...duo, setting, ...teams, ...reported, ...heardAfter(300));
    expect(['ann', 'bob'].map((who) => seen(heard, who))).toEqual([nothing, nothing]);
    expect(heard.when(buzzes('bob', 'q100')).queue()).toEqual(['bob']);
    expectAllToFollow(heard);
  });

  it('counts again in a game that was paused meanwhile, once it is resumed', () => {
    const heard = given(...onSilence('out'), ...heardAfter(200, soon(50, pausesGame())), resumesGame());
    expect(heard.when(buzzes('ann', 'q100')).queue()).toEqual(['ann']);
  });

  it('remains unlocked in a round that an undo opens again', () => {
    const left = given(...onSilence('out'), ...heardAfter(200), marksUnanswered('q100'));
    const again = left.when(undoes(left.lastVerdict()));
    expect(seen(again, 'ann')).toEqual(nothing);
    const reopened = [buzzes('ann', 'q100'), soon(50, marksUnanswered('q100'))];
    const undone = soon(50, undoes(given(...onSilence('out'), ...reopened).lastVerdict()));
    const heard = given(...onSilence('out'), ...reopened, undone, soon(300, notesSound('q100', true)));
    expect(seen(heard, 'ann')).toEqual(nothing);
    expectAllToFollow(heard);
  });

  it('leaves the lock of a wrong answer as it is', () => {
    const locking = changesSettings({ falseStart: 'out', lockOutSeconds: 5 });
    const silent = [runsTimer('q100', true), buzzes('ann', 'q100'), judges('ann', false, 'q100')];
    const story = [...duo, locking, ...trial, ...reported, ...silent, soon(100, notesSound('q100', true))];
    expect(given(...story).when(buzzes('ann', 'q100')).refusal).toBe('locked-out');
    expect(given(...story).events.map((event) => 'forgivenFrom' in event)).toEqual([false]);
  });

  it('leaves no other trace in games without the setting', () => {
    const heard = given(...duo, ...reported, notesSound('q100', true));
    expect(heard.events.map((event) => Object.keys(event))).toEqual([['type', 'at', 'questionId', 'sounding']]);
  });
});
