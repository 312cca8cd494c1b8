import { describe, expect, it } from '@jest/globals';
import { inactiveNamed } from '../people/names-held.js';
import { given } from '../testing/given-when-then.js';
import {
  bans,
  changesScore,
  changesSettings,
  changesVerdict,
  completes,
  creates,
  joins,
  judges,
  later,
  leaves,
  locksJoining,
  marksUnanswered,
  movesUser,
  buzzes,
  rejoins,
  removes,
  renames,
  selects,
  starts,
  step,
  switchesTimeTrial,
  undoes,
  undoesScoreChange,
  user,
  type Step,
} from '../testing/steps.js';
import { rosterOf, viewOf } from '../views/view-of.js';

const trio = [creates(), joins('ann', 'Ann'), joins('bob', 'Bob'), joins('cem', 'Cem'), starts()];
const waiting = [...trio, selects('q200'), buzzes('ann', 'q200'), buzzes('bob', 'q200')];
const withSecret = (one: Step, seatHash: string): Step => ({ ...one, seatHash });
const onDevice = (one: Step, deviceHash: string): Step => ({ ...one, deviceHash });

describe('Undoing a verdict', () => {
  it('takes the points of a right answer back, opens the question again and puts the same players in line', () => {
    const before = given(...waiting);
    const right = given(...waiting, judges('ann', true, 'q200'));
    const undone = right.when(undoes(right.lastVerdict()));
    expect(undone.player('ann').score).toBe(0);
    expect(undone.question('q200')).toEqual(before.question('q200'));
    expect(undone.queue()).toEqual(['ann', 'bob']);
    expect(undone.playing()).toMatchObject({ nextSelectorId: 'mo', lastVerdict: null });
    expect(undone.playing().current).toMatchObject({ musicPaused: true, wrong: [] });
  });

  it('returns the points of a wrong answer and puts the player in front again, before those who buzzed since', () => {
    const wrong = given(...waiting, judges('ann', false, 'q200'), buzzes('cem', 'q200'), buzzes('ann', 'q200'));
    const undone = wrong.when(undoes(wrong.lastVerdict()));
    expect(undone.player('ann').score).toBe(0);
    expect(undone.queue()).toEqual(['ann', 'bob', 'cem']);
    expect(undone.playing().current).toMatchObject({ wrong: [], musicPaused: true, heardSince: null });
    expect(undone.question('q200').verdicts).toEqual([]);
  });

  it('opens a question that no player knew again, with those who waited', () => {
    const marked = given(...waiting, marksUnanswered('q200'));
    const undone = marked.when(undoes(marked.lastVerdict()));
    expect(undone.queue()).toEqual(['ann', 'bob']);
    expect(undone.question('q200').answered).toBe(false);
  });

  it('lets the player be judged the other way', () => {
    const right = given(...waiting, judges('ann', true, 'q200'));
    const corrected = given(...waiting, judges('ann', true, 'q200'), undoes(right.lastVerdict())).when(
      judges('ann', false, 'q200'),
    );
    expect(corrected.player('ann').score).toBe(-100);
    expect(corrected.queue()).toEqual(['bob']);
  });

  it('queues no player who has left since', () => {
    const right = given(...waiting, judges('ann', true, 'q200'), leaves('bob'), leaves('ann'));
    const undone = right.when(undoes(right.lastVerdict()));
    expect(undone.queue()).toEqual([]);
    expect(undone.player('ann').score).toBe(0);
    expect(undone.playing().current).toMatchObject({ musicPaused: false, answerAttemptTime: null });
  });

  it('keeps the seconds that time trial recorded, and does not count the time in between', () => {
    const trial = [...trio, switchesTimeTrial(true), selects('q200'), later(10, buzzes('ann', 'q200'))];
    const right = given(...trial, judges('ann', true, 'q200'));
    expect(right.player('ann').score).toBe(150);
    const again = given(...trial, judges('ann', true, 'q200'), later(30, undoes(right.lastVerdict())));
    expect(again.when(judges('ann', true, 'q200')).player('ann').score).toBe(150);
    const wrongThen = again.when(judges('ann', false, 'q200'));
    expect(wrongThen.playing().current).toMatchObject({ timeTrialPaused: false });
  });

  it('continues with the clock where it was when the queue was empty', () => {
    const trial = [...trio, switchesTimeTrial(true), selects('q200'), later(10, marksUnanswered('q200'))];
    const undone = given(...trial, later(60, undoes(given(...trial).lastVerdict())), later(5, buzzes('ann', 'q200')));
    expect(undone.events).toMatchObject([{ type: 'playerBuzzed', elapsedSeconds: 15 }]);
    expect(undone.playing().current?.heardMs).toBe(15_000);
  });

  it('works once, and only until the next question is selected', () => {
    const right = given(...waiting, judges('ann', true, 'q200'));
    const verdict = right.lastVerdict();
    expect(given(...waiting, judges('ann', true, 'q200'), undoes(verdict)).when(undoes(verdict)).refusal).toBe(
      'no-verdict-to-undo',
    );
    expect(given(...waiting, judges('ann', true, 'q200'), selects('q100')).when(undoes(verdict)).refusal).toBe(
      'no-verdict-to-undo',
    );
    expect(given(...waiting).when(undoes(verdict)).refusal).toBe('no-verdict-to-undo');
  });

  it('names the verdict: one that was given meanwhile is not undone instead', () => {
    const first = given(...waiting, judges('ann', false, 'q200')).lastVerdict();
    const second = given(...waiting, judges('ann', false, 'q200'), judges('bob', false, 'q200'));
    expect(second.when(undoes(first)).refusal).toBe('no-verdict-to-undo');
  });

  it('needs the moderator', () => {
    const right = given(...waiting, judges('ann', true, 'q200'));
    expect(right.when({ ...undoes(right.lastVerdict()), by: user('ann') }).refusal).toBe('not-moderator');
  });

  it('fails once settings have changed, who may try again among them', () => {
    const right = given(...waiting, judges('ann', true, 'q200'), changesSettings({ attempts: 'once' }));
    expect(right.lastVerdict()).toBe(0);
  });
});

describe('Changing an earlier verdict', () => {
  const played = [
    ...waiting,
    judges('ann', false, 'q200'),
    judges('bob', true, 'q200'),
    selects('q100'),
    buzzes('cem', 'q100'),
    judges('cem', false, 'q100'),
    marksUnanswered('q100'),
  ];
  const game = given(...played);
  const verdictOf = (id: string, at: number) => game.question(id).verdicts[at]?.version ?? 0;

  it('gives the points of the question and takes the penalty back when wrong becomes right', () => {
    const changed = game.when(changesVerdict('q100', verdictOf('q100', 0), true, ' He said it in Dutch. '));
    expect(changed.player('cem').score).toBe(100);
    expect(changed.events).toMatchObject([{ type: 'verdictChanged', gain: 150, reason: 'He said it in Dutch.' }]);
    expect(changed.question('q100')).toMatchObject({ answeredBy: 'cem', answeredCorrectly: true });
    expect(changed.playing()).toMatchObject({ nextSelectorId: 'bob', current: null });
  });

  it('leaves the question played without a winner when right becomes wrong', () => {
    const changed = game.when(changesVerdict('q200', verdictOf('q200', 1), false));
    expect(changed.player('bob').score).toBe(-100);
    expect(changed.question('q200')).toMatchObject({ answered: true, answeredBy: null, answeredCorrectly: false });
  });

  it('reverts in the same way', () => {
    const verdict = verdictOf('q100', 0);
    const back = given(...played, changesVerdict('q100', verdict, true)).when(changesVerdict('q100', verdict, false));
    expect(back.player('cem').score).toBe(-50);
    expect(back.question('q100')).toEqual(game.question('q100'));
  });

  it('counts the seconds that time trial had recorded', () => {
    const trial = [...trio, switchesTimeTrial(true), selects('q200'), later(10, buzzes('ann', 'q200'))];
    const wrong = given(...trial, judges('ann', false, 'q200'), marksUnanswered('q200'));
    const verdict = wrong.question('q200').verdicts[0]?.version ?? 0;
    expect(wrong.when(changesVerdict('q200', verdict, true)).player('ann').score).toBe(150);
  });

  it('needs a reason, a verdict that was given, and a question that is over', () => {
    expect(game.when(changesVerdict('q100', verdictOf('q100', 0), true, ' ')).refusal).toBe('reason-required');
    expect(game.when(changesVerdict('q100', 1, true)).refusal).toBe('verdict-not-found');
    expect(game.when(changesVerdict('none', 1, true)).refusal).toBe('verdict-not-found');
    const open = given(...waiting, judges('ann', false, 'q200'));
    expect(open.when(changesVerdict('q200', open.lastVerdict(), true)).refusal).toBe('question-in-play');
  });

  it('changes nothing when the verdict is the same', () => {
    expect(game.when(changesVerdict('q100', verdictOf('q100', 0), false)).events).toEqual([]);
  });

  it('reaches the newest 500 verdicts of a game', () => {
    const again = Array.from({ length: 501 }, () => [buzzes('ann', 'q200'), judges('ann', false, 'q200')]).flat();
    const { verdicts } = given(...trio, selects('q200'), ...again).question('q200');
    expect(verdicts).toHaveLength(500);
  });

  it('ends what could be undone of it', () => {
    const right = given(...waiting, judges('ann', true, 'q200'));
    const changed = right.when(changesVerdict('q200', right.lastVerdict(), false));
    expect(changed.lastVerdict()).toBe(0);
  });
});

describe('Changing a score', () => {
  it('adds to it, with a reason', () => {
    const changed = given(...trio, changesScore('ann', 50)).when(changesScore('ann', -80, ' Called out. '));
    expect(changed.player('ann').score).toBe(-30);
    expect(changed.events).toMatchObject([{ type: 'scoreChanged', gain: -80, reason: 'Called out.' }]);
    expect(changed.game().lastAction).toMatchObject({ type: 'scoreChanged', by: 'mo' });
  });

  it('needs a reason and a player', () => {
    expect(given(...trio).when(changesScore('ann', 50, '\u0000 ')).refusal).toBe('reason-required');
    expect(given(...trio).when(changesScore('nobody', 50)).refusal).toBe('player-not-found');
    expect(given(...trio).when({ ...changesScore('ann', 50), by: user('ann') }).refusal).toBe('not-moderator');
  });

  it('allows an undo, also after later changes and a new round', () => {
    const changed = given(...trio, changesScore('ann', 50));
    const { version } = changed.game();
    const later = given(...trio, changesScore('ann', 50), changesScore('ann', 25), selects('q100'));
    const undone = later.when(undoesScoreChange(version));
    expect(undone.player('ann').score).toBe(25);
    expect(undone.game().scoreChanges.map(({ gain }) => gain)).toEqual([25]);
    expect(undone.events).toMatchObject([{ type: 'scoreChangeUndone', change: version, playerId: 'ann', gain: -50 }]);
  });

  it('allows one undo, by the moderator', () => {
    const changed = given(...trio, changesScore('ann', 50));
    const undo = undoesScoreChange(changed.game().version);
    expect(changed.when({ ...undo, by: user('ann') }).refusal).toBe('not-moderator');
    expect(given(...trio, changesScore('ann', 50), undo).when(undo).refusal).toBe('score-change-not-found');
  });

  it('appears with its reason in the moderator’s view alone, under the player’s present name', () => {
    const game = given(...trio, changesScore('ann', 50), renames('ann', 'Anna')).game();
    expect(viewOf(game, 'full').scoreChanges).toMatchObject([{ name: 'Anna', gain: 50, reason: 'Sang along.' }]);
    for (const kind of ['player', 'stage'] as const) expect(viewOf(game, kind).scoreChanges).toBeNull();
  });

  it('survives the undo of the verdict before it', () => {
    const right = given(...waiting, judges('ann', true, 'q200'), changesScore('ann', 50));
    expect(right.when(undoes(right.lastVerdict())).player('ann').score).toBe(50);
  });
});

describe('A player whom the moderator renames', () => {
  it('keeps the new name when joining again under the old one', () => {
    const named = given(...trio).when(renames('ann', ' Anna '));
    expect(named.player('ann')).toMatchObject({ name: 'Anna', isActive: true });
    const again = given(...trio, renames('ann', 'Anna'), leaves('ann')).when(joins('ann', 'Ann'));
    expect(again.refusal).toBeNull();
    expect(again.player('ann')).toMatchObject({ name: 'Anna', isActive: true });
  });

  it('gets a variant of the name when another player has it by now', () => {
    const back = given(...trio, renames('ann', 'Anna'), removes('ann'), joins('dora', 'Anna')).when(
      joins('ann', 'Ann'),
    );
    expect(back.player('ann')).toMatchObject({ name: 'Ann', isActive: true });
  });

  it('rejects a name that is empty, too long, or that of another player', () => {
    expect(given(...trio).when(renames('ann', ' ')).refusal).toBe('name-required');
    expect(given(...trio).when(renames('ann', 'x'.repeat(21))).refusal).toBe('name-too-long');
    expect(given(...trio).when(renames('ann', 'bob')).refusal).toBe('name-taken');
    expect(given(...trio).when(renames('ann', 'MO')).refusal).toBe('name-taken');
    expect(given(...trio).when(renames('nobody', 'X')).refusal).toBe('player-not-found');
    expect(given(...trio).when(renames('ann', 'Ann')).events).toEqual([]);
  });
});

describe('A player who is removed', () => {
  const removed = given(...waiting, judges('ann', true, 'q200'), removes('ann'));

  it('leaves the game, the queue and every ranking; the next question is picked by the moderator', () => {
    expect(removed.player('ann')).toMatchObject({ isActive: false, removed: 'removed', score: 200 });
    expect(removed.playing().nextSelectorId).toBeNull();
    const view = viewOf(removed.game(), 'player');
    expect(view.leaders.map(({ name }) => name)).toEqual(['Bob', 'Cem']);
    expect(view).toMatchObject({ playerCount: 2, activeCount: 2 });
    expect(rosterOf(removed.game(), 0, 10).map(({ name }) => name)).toEqual(['Bob', 'Cem']);
    expect(given(...waiting, removes('ann')).queue()).toEqual(['bob']);
  });

  it('sees no offer to rejoin, may join again, and then has the old score', () => {
    expect(inactiveNamed(removed.game(), 'Ann')).toBeNull();
    expect(removed.when(rejoins('ann')).refusal).toBe('not-a-player');
    expect(removed.when(joins('ann', 'Ann')).player('ann')).toMatchObject({
      isActive: true,
      removed: null,
      score: 200,
    });
  });

  it('remains out of the game while joining is locked', () => {
    expect(given(...trio, removes('ann'), locksJoining(true)).when(joins('ann', 'Ann')).refusal).toBe('joining-locked');
  });

  it('accepts a ban afterwards', () => {
    expect(
      given(...trio, removes('ann'))
        .when(bans('ann'))
        .player('ann').removed,
    ).toBe('banned');
    expect(given(...trio, bans('ann')).when(bans('ann')).events).toEqual([]);
    expect(given(...trio, removes('ann')).when(removes('ann')).events).toEqual([]);
  });

  it('removing needs the moderator, and a player of the game', () => {
    expect(given(...trio).when(removes('mo')).refusal).toBe('player-not-found');
    expect(given(...trio).when({ ...removes('bob'), by: user('ann') }).refusal).toBe('not-moderator');
  });
});

describe('A player who is banned', () => {
  const joined = onDevice(withSecret(joins('ann', 'Ann'), 'secret-a'), 'phone-a');
  const banned = given(creates(), joined, joins('bob', 'Bob'), starts(), bans('ann'));

  it.each<[string, Step]>([
    ['as the same user', joins('ann', 'Ann')],
    ['under another name', joins('ann', 'Nan')],
    ['as another user with the seat’s secret', withSecret(joins('new', 'Nan'), 'secret-a')],
    ['as another user on the same device', onDevice(joins('new', 'Nan'), 'phone-a')],
    ['by rejoining', rejoins('ann')],
  ])('remains out of the game %s', (_, attempt) => {
    expect(banned.when(attempt).refusal).toBe('banned');
  });

  it('affects no other player', () => {
    const other = banned.when(onDevice(withSecret(joins('new', 'Ann'), 'secret-b'), 'phone-b'));
    expect(other.refusal).toBeNull();
    expect(other.player('new')).toMatchObject({ name: 'Ann', isActive: true });
  });

  it('remains out of the game as the account that the guest signs in to, with or without a seat', () => {
    const noSeat = given(creates(), joined, starts(), bans('ann'), movesUser('ann', 'account'));
    expect(noSeat.when(joins('account', 'Nan')).refusal).toBe('banned');
    const withSeat = given(creates(), joined, joins('account', 'Nan'), starts(), bans('ann'));
    const moved = withSeat.when(movesUser('ann', 'account'));
    expect(moved.player('account')).toMatchObject({ isActive: false, removed: 'banned' });
  });

  it('remains out of the game in a second seat that they left on the same device', () => {
    const second = onDevice(joins('second', 'Sec'), 'phone-a');
    const left = given(creates(), onDevice(joins('ann', 'Ann'), 'phone-a'), second, leaves('second'), starts());
    expect(left.when(rejoins('second')).refusal).toBeNull();
    const banned = given(
      ...[creates(), onDevice(joins('ann', 'Ann'), 'phone-a'), second, leaves('second'), starts(), bans('ann')],
    );
    expect(banned.when(rejoins('second')).refusal).toBe('banned');
  });

  it('remains out of the game on the device that they last came back with', () => {
    const back = given(creates(), joined, leaves('ann'), onDevice(joins('ann', 'Ann'), 'phone-2'), bans('ann'));
    expect(back.when(onDevice(joins('new', 'Nan'), 'phone-2')).refusal).toBe('banned');
  });
});

describe('A ban', () => {
  const onPhone = (who: string, phone: string) => onDevice(withSecret(joins(who, who), `secret of ${who}`), phone);
  const story = [creates(), onPhone('ann', 'phone-a'), onPhone('bob', 'phone-b'), starts(), bans('ann')];
  const lifted = given(...story, removes('ann'));

  it('ends when the player is only removed: they may join again, by user, seat and device', () => {
    expect(lifted.player('ann')).toMatchObject({ isActive: false, removed: 'removed' });
    expect(lifted.game().bans).toEqual({ users: [], seats: [], devices: [] });
    expect(viewOf(lifted.game(), 'full').playerCount).toBe(1);
    expect(lifted.when(joins('ann', 'Ann')).player('ann')).toMatchObject({ isActive: true, removed: null });
    expect(lifted.when(onDevice(joins('new', 'Nan'), 'phone-a')).refusal).toBeNull();
    expect(lifted.when(withSecret(joins('other', 'Nan'), 'secret of ann')).refusal).toBeNull();
  });

  it('continues for others from the same device when one ends', () => {
    const both = [creates(), onPhone('ann', 'phone-a'), onPhone('eve', 'phone-a'), bans('ann'), bans('eve')];
    const one = [...both, removes('ann')];
    const fromThere = onDevice(joins('new', 'Nan'), 'phone-a');
    expect(given(...one).when(joins('eve', 'Eve')).refusal).toBe('banned');
    expect(given(...one).when(fromThere).refusal).toBe('banned');
    expect(given(...one, removes('eve')).when(fromThere).refusal).toBeNull();
  });
});

describe('Locking the game for new players', () => {
  const locked = given(...trio, leaves('cem'), locksJoining(true));

  it('refuses users without a seat, and lets players return', () => {
    expect(locked.when(joins('dora')).refusal).toBe('joining-locked');
    expect(locked.when(joins('cem', 'Cem')).player('cem').isActive).toBe(true);
    expect(locked.when(rejoins('cem')).player('cem').isActive).toBe(true);
    expect(viewOf(locked.game(), 'player').joiningLocked).toBe(true);
  });

  it('ends with unlocking', () => {
    const open = given(...trio, locksJoining(true), locksJoining(false));
    expect(open.when(joins('dora')).refusal).toBeNull();
    expect(open.when(locksJoining(false)).events).toEqual([]);
  });

  it('needs the moderator', () => {
    expect(given(...trio).when(step(user('ann'), { type: 'lockJoining', locked: true })).refusal).toBe('not-moderator');
    expect(given(...trio, completes()).when(locksJoining(true)).refusal).toBe('game-ended');
  });
});
