import { describe, expect, it } from '@jest/globals';
import { PLAYERS_MAX } from '../constants.js';
import { type Game } from '../state.js';
import { given, play } from '../testing/given-when-then.js';
import { evolve } from '../evolve.js';
import {
  absenceIsNoted,
  changesSettings,
  completes,
  creates,
  joins,
  judges,
  leaves,
  MODERATOR,
  moderatorLeaves,
  moderatorRejoins,
  buzzes,
  rejoins,
  removes,
  renames,
  selects,
  starts,
  step,
  switchesTimeTrial,
  user,
  type Step,
} from '../testing/steps.js';
import { decide } from '../decide.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';
import { inactiveNamed } from './names-held.js';

const withSecret = (given: Step, seatHash: string): Step => ({ ...given, seatHash });

describe('Joining', () => {
  it('a new player starts with score 0, active, in the next seat', () => {
    const { player, now } = given(creates(), joins('ann', ' Ann '), joins('bob'));
    expect(player('ann')).toMatchObject({
      name: 'Ann',
      score: 0,
      isActive: true,
      seat: 1,
      rejoinedAt: null,
      leftAt: null,
    });
    expect(player('bob')).toMatchObject({ seat: 2, joinedAt: now });
  });

  it('admits players while the game is set up and while it is played', () => {
    expect(given(creates()).when(joins('ann')).refusal).toBeNull();
    expect(given(creates(), starts()).when(joins('ann')).refusal).toBeNull();
  });

  it('a completed game has already ended', () => {
    expect(given(creates(), starts(), completes()).when(joins('ann')).refusal).toBe('game-ended');
  });

  it('a game that does not exist is not found', () => {
    expect(given().when(joins('ann')).refusal).toBe('game-not-found');
  });

  it.each(['', '   ', '\u200b', '\t\n'])('a name is required: %j', (name) => {
    expect(given(creates()).when(joins('ann', name)).refusal).toBe('name-required');
  });

  it('a name has at most 20 characters, an emoji being one', () => {
    expect(given(creates()).when(joins('ann', 'x'.repeat(20))).refusal).toBeNull();
    expect(given(creates()).when(joins('ann', '🎸'.repeat(20))).refusal).toBeNull();
    expect(given(creates()).when(joins('ann', 'x'.repeat(21))).refusal).toBe('name-too-long');
    expect(given(creates()).when(joins('ann', '🎸'.repeat(21))).refusal).toBe('name-too-long');
    expect(given(creates()).when(joins('ann', '🇧🇷'.repeat(20))).refusal).toBeNull();
    expect(given(creates()).when(joins('ann', '🇧🇷'.repeat(21))).refusal).toBe('name-too-long');
  });

  it.each([
    'http://spam.example',
    'see https://x.y',
    'www.spam.example',
    'Go WWW.spam.example',
    'ｗｗｗ．spam.example',
  ])('a name is no web address: %j', (name) => {
    expect(given(creates()).when(joins('ann', name)).refusal).toBe('name-link');
  });

  it.each(['Arschl0ch', 'f.u.c.k'])('a name on the block list is not allowed: %j', (name) => {
    const game = [creates(), joins('ann', 'Ann')];
    expect(given(...game).when(joins('bob', name)).refusal).toBe('name-blocked');
    expect(given(...game).when(joins('ann', name)).refusal).toBe('name-blocked');
  });

  it('a game may block more names, which only the moderator sees', () => {
    const game = given(creates(), changesSettings({ blockedNames: ['Quizking'] }));
    expect(game.when(joins('ann', 'Quizk1ng 7')).refusal).toBe('name-blocked');
    expect(game.when(joins('ann', 'Ann')).refusal).toBeNull();
    const inViews = VIEW_KINDS.map((kind) => JSON.stringify(viewOf(game.game(), kind)).includes('Quizking'));
    expect(inViews).toEqual([false, false, true]);
  });

  it('blocks the own name of a player who was removed, once the moderator has added it to the list', () => {
    const blocked = [creates(), joins('ann', 'Lappen'), changesSettings({ blockedNames: ['lappen'] })];
    expect(given(...blocked, leaves('ann')).when(joins('ann', 'Lappen')).refusal).toBeNull();
    expect(given(...blocked, removes('ann')).when(joins('ann', 'Lappen')).refusal).toBe('name-blocked');
  });

  it('the moderator may give a player any name, which the player keeps', () => {
    const game = [creates(), joins('ann', 'Ann'), renames('ann', 'Arsch')];
    expect(
      given(...game, leaves('ann'))
        .when(joins('ann', 'Ann'))
        .player('ann').name,
    ).toBe('Arsch');
  });

  it.each(['St. Pauli', 'Mr.T', 'Ann/Bob', 'DJ www', 'Awww. Cute', 'AC:DC'])('a name may be %j', (name) => {
    expect(given(creates(), joins('ann', name)).player('ann').name).toBe(name);
  });

  it.each([
    ['any script', 'Žofie ابن 王'],
    ['an emoji of many parts', '👩‍👩‍👧‍👦'],
  ])('a name may be %s', (_, name) => {
    expect(given(creates(), joins('ann', name)).player('ann').name).toBe(name);
  });

  it('a name is kept in one form, without control characters, half letters or double blanks', () => {
    expect(given(creates(), joins('ann', 'Zoe\u0301  \u0000 X\ud800')).player('ann').name).toBe('Zoé X\ufffd');
  });

  it.each(['Ann', 'ANN', ' ann ', 'a\u200bnn'])('two active players never share a name: %j', (name) => {
    expect(given(creates(), joins('ann', 'Ann')).when(joins('bob', name)).refusal).toBe('name-taken');
  });

  const proposalFor = (name: string, ...before: Step[]) => {
    const { last } = play(given(creates(), ...before), joins('new', name));
    return last.ok ? null : last.rejection.params?.['proposal'];
  };

  it.each([
    ['the next number', 'Anna', ['Anna'], 'Anna 2'],
    ['a number that nobody has', 'anna', ['Anna', 'ANNA 2', 'Anna 3'], 'anna 4'],
    ['the next number in place of the one that was typed', 'Anna 2', ['Anna 2'], 'Anna 3'],
    ['a number that looks like nobody’s name', 'Anna', ['Anna', 'Аnna 2'], 'Anna 3'],
    ['a shorter name where it would be too long', 'x'.repeat(20), ['x'.repeat(20)], `${'x'.repeat(18)} 2`],
    ['a name cut between emoji', '🇧🇷'.repeat(20), ['🇧🇷'.repeat(20)], `${'🇧🇷'.repeat(18)} 2`],
    ['a number beside the moderator’s name', 'Mo', ['Ann'], 'Mo 2'],
  ])('a taken name is refused with a proposal that is free: %s', (_, name, names, proposal) => {
    const players = names.map((each, n) => joins(`p${n}`, each));
    expect(proposalFor(name, ...players)).toBe(proposal);
    expect(proposalFor(proposal, ...players)).toBeNull();
  });

  it('the name of a player who left is refused with a proposal, which names nobody else', () => {
    expect(proposalFor('Ann', joins('ann', 'Ann'), joins('bob', 'Bob'), leaves('ann'))).toBe('Ann 2');
  });

  it('there is no proposal once 98 players have a number to the name', () => {
    const crowd = Array.from({ length: 98 }, (_, n) => joins(`p${n}`, `Ann ${n + 2}`));
    expect(proposalFor('Ann', joins('ann', 'Ann'), ...crowd)).toBeUndefined();
  });

  it('no player has the moderator’s name', () => {
    const { moderatorName } = given(creates()).game();
    expect(given(creates()).when(joins('bob', moderatorName.toUpperCase())).refusal).toBe('name-taken');
  });

  it('two active players never have names that look the same', () => {
    expect(given(creates(), joins('ann', 'Ada')).when(joins('bob', 'Аdа')).refusal).toBe('name-taken');
  });

  it.each(['Ann', 'ANN', ' ann ', 'Аnn'])('the name of a player who left stays reserved for the seat: %j', (name) => {
    const game = given(creates(), joins('ann', 'Ann'), joins('cem', 'Cem'), leaves('ann'));
    expect(game.when(joins('bob', name)).refusal).toBe('name-reserved');
    expect(game.when(joins('cem', name)).refusal).toBe('name-reserved');
    expect(game.when(renames('cem', name)).refusal).toBe('name-reserved');
    expect(game.when(joins('ann', 'Ann')).player('ann')).toMatchObject({ name: 'Ann', isActive: true });
    expect(game.when(rejoins('ann')).player('ann').isActive).toBe(true);
  });

  it('a name that a player gave up before leaving is free', () => {
    const renamed = given(creates(), joins('ann', 'Ann'), joins('ann', 'Anna'), leaves('ann'));
    expect(renamed.when(joins('bob', 'Ann')).refusal).toBeNull();
  });

  it('a player removed by the moderator does not keep the name', () => {
    const removed = given(creates(), joins('ann', 'Ann'), removes('ann'), joins('bob', 'Ann'));
    expect(removed.when(joins('ann', 'Ann')).refusal).toBe('name-taken');
    expect(removed.when(joins('ann', 'Anna')).player('ann')).toMatchObject({ name: 'Anna', isActive: true });
  });

  it('returns both of two seats that share a name in the log of an earlier release, one at a time', () => {
    const both = given(creates(), joins('ann', 'Ann'), joins('bob', 'Bob'), leaves('ann'));
    const state = evolve(both.state, { type: 'playerRenamed', at: both.now, playerId: user('bob'), name: 'Ann' });
    const old = evolve(state, { type: 'playerLeft', at: both.now, playerId: user('bob') });
    const back = play({ ...both, state: old }, joins('bob', 'Ann'));
    expect(back.last).toMatchObject({ ok: true, events: [{ type: 'playerRejoined', playerId: 'bob', name: 'Ann' }] });
    expect(play(back, joins('ann', 'Ann')).last).toMatchObject({ rejection: { code: 'name-taken' } });
    expect(play(back, rejoins('ann')).last).toMatchObject({ rejection: { code: 'name-taken' } });
  });

  it('an active player who joins again under the same name changes nothing', () => {
    const again = given(creates(), joins('ann', 'Ann')).when(joins('ann', 'Ann'));
    expect(again.refusal).toBeNull();
    expect(again.events).toEqual([]);
  });

  it('an existing player with a changed name is renamed', () => {
    const renamed = given(creates(), joins('ann', 'Ann')).when(joins('ann', 'Annie'));
    expect(renamed.events).toMatchObject([{ type: 'playerRenamed', name: 'Annie' }]);
    expect(renamed.player('ann')).toMatchObject({ name: 'Annie', seat: 1 });
  });

  it('an inactive player is reactivated, also under a changed name', () => {
    const left = given(creates(), joins('ann', 'Ann'), leaves('ann'));
    expect(left.when(joins('ann', 'Ann')).player('ann').isActive).toBe(true);
    const renamed = left.when(joins('ann', 'Annie'));
    expect(renamed.player('ann')).toMatchObject({ name: 'Annie', isActive: true, rejoinedAt: renamed.now });
  });

  it('the moderator is not also a player of the own game', () => {
    expect(given(creates()).when(step(MODERATOR, { type: 'joinGame', name: 'Mo' })).refusal).toBe('not-allowed');
  });

  it('a full game accepts no new player, but every player who has a seat', () => {
    const { game, player, now } = given(creates(), joins('ann'), leaves('ann'));
    const ann = player('ann');
    const others = Array.from({ length: PLAYERS_MAX - 1 }, (_, n) => ({
      ...ann,
      id: user(`x${n}`),
      seat: n + 2,
      name: `x${n}`,
    }));
    const full: Game = { ...game(), players: [ann, ...others] };
    const asks = (who: string) =>
      decide(
        full,
        { type: 'joinGame', name: who },
        { now, gameId: full.gameId, actor: { userId: user(who), isAdmin: false }, seatHash: null },
      );
    expect(asks('new')).toEqual({ ok: false, rejection: { code: 'game-full' } });
    expect(asks('ann')).toMatchObject({ ok: true });
  });

  it.each(['constructor', '__proto__', 'toString', '1'])('the user id %s is like any other', (id) => {
    const game = given(creates());
    expect(game.when(rejoins(id)).refusal).toBe('not-a-player');
    expect(game.when(joins(id, 'Odd')).player(id)).toMatchObject({ name: 'Odd', seat: 1 });
  });
});

describe('A seat shown by its secret', () => {
  const playing = given(
    creates(),
    withSecret(joins('ann', 'Ann'), 'hash-a'),
    joins('bob'),
    starts(),
    selects('q100'),
    buzzes('ann', 'q100'),
    judges('ann', true, 'q100'),
    selects('q200'),
    buzzes('ann', 'q200'),
    judges('ann', false, 'q200'),
    buzzes('bob', 'q200'),
    buzzes('ann', 'q200'),
  );

  it('moves to the other user id with score, queue, attempts, answers and the right to pick next', () => {
    const moved = playing.when(withSecret(joins('ann2', 'Ann'), 'hash-a'));
    expect(moved.events).toMatchObject([{ type: 'seatMoved', from: 'ann', to: 'ann2' }]);
    expect(moved.player('ann2')).toMatchObject({ seat: 1, name: 'Ann', score: 0 });
    expect(() => moved.player('ann')).toThrow('no seat');
    expect(moved.queue()).toEqual(['bob', 'ann2']);
    expect(moved.question('q200').attemptedBy).toEqual(['ann2', 'bob']);
    expect(moved.question('q100').answeredBy).toBe('ann2');
    expect(moved.playing()).toMatchObject({ nextSelectorId: 'ann2', current: { wrong: ['ann2'] } });
    expect(JSON.stringify({ ...moved.game(), lastAction: null })).not.toContain('"ann"');
  });

  it('moves also from a player who left, who is then active again', () => {
    const left = given(creates(), withSecret(joins('ann', 'Ann'), 'hash-a'), leaves('ann'));
    const back = left.when(withSecret(joins('ann2', 'Anna'), 'hash-a'));
    expect(back.player('ann2')).toMatchObject({ name: 'Anna', isActive: true, seat: 1 });
  });

  it('changes no seat for another secret, or for a user who already has a seat', () => {
    expect(playing.when(withSecret(joins('cem', 'Cem'), 'hash-c')).events).toMatchObject([{ type: 'playerJoined' }]);
    expect(playing.when(withSecret(joins('bob', 'bob'), 'hash-a')).events).toEqual([]);
  });
});

describe('Leaving and coming back', () => {
  const playing = given(creates(), joins('ann'), joins('bob'), starts(), selects('q100'));

  it('a player who leaves becomes inactive, with the time', () => {
    const left = playing.when(leaves('ann'));
    expect(left.player('ann')).toMatchObject({ isActive: false, leftAt: left.now });
  });

  it('leaving clears the player as the one who picks next', () => {
    const picks = given(
      creates(),
      joins('ann'),
      starts(),
      selects('q100'),
      buzzes('ann', 'q100'),
      judges('ann', true, 'q100'),
    );
    expect(picks.playing().nextSelectorId).toBe('ann');
    expect(picks.when(leaves('ann')).playing().nextSelectorId).toBeNull();
  });

  it('leaving removes the player from the queue; when it gets empty the music resumes', () => {
    const both = given(
      creates(),
      joins('ann'),
      joins('bob'),
      starts(),
      selects('q100'),
      buzzes('ann', 'q100'),
      buzzes('bob', 'q100'),
    );
    const one = both.when(leaves('ann'));
    expect(one.queue()).toEqual(['bob']);
    expect(one.playing().current).toMatchObject({ musicPaused: true });
    const none = given(creates(), joins('ann'), starts(), selects('q100'), buzzes('ann', 'q100')).when(leaves('ann'));
    expect(none.playing().current).toMatchObject({ answerQueue: [], musicPaused: false });
  });

  it('leaves the queue of the others and their clock alone', () => {
    const waiting = given(
      creates(),
      joins('ann'),
      joins('bob'),
      starts(),
      switchesTimeTrial(true),
      selects('q100'),
      buzzes('ann', 'q100'),
    );
    const left = waiting.when(leaves('bob'));
    expect(left.queue()).toEqual(['ann']);
    expect(left.playing().current).toMatchObject({
      timeTrialPaused: true,
      timeTrialElapsedSeconds: 1,
      musicPaused: true,
    });
  });

  it('leaving twice changes nothing, and who never joined cannot leave', () => {
    expect(given(creates(), joins('ann'), leaves('ann')).when(leaves('ann')).events).toEqual([]);
    expect(playing.when(leaves('cem')).refusal).toBe('not-a-player');
  });

  it('who has left cannot buzz', () => {
    const left = given(creates(), joins('ann'), starts(), selects('q100'), leaves('ann'));
    expect(left.when(buzzes('ann', 'q100')).refusal).toBe('not-a-player');
  });

  it('rejoining makes the player active with the time and keeps the score', () => {
    const left = given(
      creates(),
      joins('ann'),
      starts(),
      selects('q100'),
      buzzes('ann', 'q100'),
      judges('ann', true, 'q100'),
      leaves('ann'),
    );
    const back = left.when(rejoins('ann'));
    expect(back.player('ann')).toMatchObject({ isActive: true, rejoinedAt: back.now, score: 100 });
  });

  it('rejoining while active changes nothing, and who never joined cannot rejoin', () => {
    expect(playing.when(rejoins('ann')).events).toEqual([]);
    expect(playing.when(rejoins('cem')).refusal).toBe('not-a-player');
  });

  it('the rejoin check matches an inactive player by name, case-insensitively', () => {
    const game = given(creates(), joins('ann', 'Ann'), joins('bob', 'Bob'), leaves('ann')).game();
    expect(inactiveNamed(game, ' aNN ')?.id).toBe('ann');
    expect(inactiveNamed(game, 'Bob')).toBeNull();
  });
});

describe('The moderator', () => {
  it('counts as having left, and as back after rejoining', () => {
    const left = given(creates(), starts(), moderatorLeaves());
    expect(left.game().moderatorLeft).toBe(true);
    expect(left.when(moderatorRejoins()).game().moderatorLeft).toBe(false);
  });

  it('counts as having left when out of sight, which only the service can report', () => {
    const noted = given(creates()).when(absenceIsNoted());
    expect(noted.game()).toMatchObject({ moderatorLeft: true, lastAction: { type: 'moderatorLeft', by: null } });
    expect(given(creates()).when(step(user('ann'), { type: 'noteAbsence' })).refusal).toBe('not-allowed');
    expect(given(creates()).when(step(MODERATOR, { type: 'noteAbsence' })).refusal).toBe('not-allowed');
  });

  it('leaving twice, or coming back without having left, changes nothing', () => {
    expect(given(creates(), moderatorLeaves()).when(absenceIsNoted()).events).toEqual([]);
    expect(given(creates(), moderatorLeaves()).when(moderatorLeaves()).events).toEqual([]);
    expect(given(creates()).when(moderatorRejoins()).events).toEqual([]);
  });

  it('refuses another user, also the service or an administrator, in the same role', () => {
    const game = given(creates());
    expect(game.when({ ...starts(), by: user('ann') }).refusal).toBe('not-moderator');
    expect(game.when({ ...starts(), by: user('boss'), isAdmin: true }).refusal).toBe('not-moderator');
    expect(game.when({ ...starts(), isServer: true }).refusal).toBe('not-allowed');
    expect(game.when({ ...moderatorRejoins(), by: user('ann') }).refusal).toBe('not-moderator');
  });
});
