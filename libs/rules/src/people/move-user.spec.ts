import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { playerOf } from '../players.js';
import { memberOf, needsDesk } from '../rights.js';
import { NO_GAME, type Game } from '../state.js';
import { playWishes } from '../testing/stories.js';
import { wishes } from '../testing/wishes.js';
import { given, play, type Played } from '../testing/given-when-then.js';
import {
  completes,
  creates,
  startedWith,
  joins,
  judges,
  leaves,
  removes,
  movesUser,
  buzzes,
  rejoins,
  selects,
  starts,
  step,
  user,
  type Step,
} from '../testing/steps.js';
import { viewOf } from '../views/view-of.js';

/** `who` answers the question of so many points, rightly or wrongly. */
const answers = (who: string, points: number, correct = true): Step[] => [
  selects(`q${points}`),
  buzzes(who, `q${points}`),
  judges(who, correct, `q${points}`),
];
const GUEST = 'guest';
const ACCOUNT = 'account';
const started = [creates(), joins(GUEST, 'Gus'), joins('bob'), starts()];

describe('A guest who signs in to an account', () => {
  it('takes the seat along, with its score, its name and its place in the queue', () => {
    const moved = given(
      ...started,
      ...answers(GUEST, 100),
      selects('q200'),
      buzzes('bob', 'q200'),
      buzzes(GUEST, 'q200'),
    ).when(movesUser(GUEST, ACCOUNT));
    expect(moved.events.map(({ type }) => type)).toEqual(['seatMoved']);
    expect(moved.player(ACCOUNT)).toMatchObject({ seat: 1, score: 100, name: 'Gus', isActive: true });
    expect(moved.queue()).toEqual(['bob', ACCOUNT]);
    expect(moved.question('q100').answeredBy).toBe(ACCOUNT);
    expect(moved.playing().nextSelectorId).toBe(ACCOUNT);
    expect(playerOf(moved.game(), user(GUEST))).toBeNull();
  });

  it('keeps moderating the game, as the account', () => {
    const moved = given(...started).when(movesUser('mo', ACCOUNT));
    expect(moved.game()).toMatchObject({ moderatorId: ACCOUNT, moderatorName: 'Mo', nextSelectorId: ACCOUNT });
    const after = given(...started, movesUser('mo', ACCOUNT));
    expect(after.when(selects('q100')).refusal).toBe('not-moderator');
    expect(after.when({ ...selects('q100'), by: user(ACCOUNT) }).refusal).toBeNull();
  });

  it('changes nothing in a game in which the guest has no part', () => {
    expect(given(...started).when(movesUser('nobody', ACCOUNT)).events).toEqual([]);
    expect(given(...started).when(movesUser(GUEST, GUEST)).events).toEqual([]);
  });

  it('changes nothing when it is moved a second time', () => {
    expect(given(...started, movesUser(GUEST, ACCOUNT)).when(movesUser(GUEST, ACCOUNT)).events).toEqual([]);
    const two = [...started, joins(ACCOUNT, 'Ada'), ...answers(GUEST, 100)];
    const again = given(...two, movesUser(GUEST, ACCOUNT)).when(movesUser(GUEST, ACCOUNT));
    expect(again.events).toEqual([]);
  });

  it('changes nothing in a game that is over', () => {
    expect(given(...started, completes()).when(movesUser(GUEST, ACCOUNT)).refusal).toBe('game-ended');
  });

  it('moves only when the server asks for it', () => {
    for (const who of [GUEST, ACCOUNT, 'mo'])
      expect(
        given(...started).when(step(user(who), { type: 'moveUser', from: user(GUEST), to: user(ACCOUNT) })).refusal,
      ).toBe('not-allowed');
  });
});

describe('Two seats of one person in a game', () => {
  const both = [...started, joins(ACCOUNT, 'Ada')];

  it('the guest’s stays when it has the higher score, and the other one is left', () => {
    const moved = given(...both, ...answers(GUEST, 100)).when(movesUser(GUEST, ACCOUNT));
    expect(moved.player(ACCOUNT)).toMatchObject({ seat: 1, score: 100, name: 'Gus', isActive: true });
    expect(moved.player(GUEST)).toMatchObject({ seat: 3, score: 0, name: 'Ada', isActive: false });
    expect(moved.question('q100').answeredBy).toBe(ACCOUNT);
  });

  it('the account’s stays when it has the higher score, and the other one is left', () => {
    const moved = given(...both, ...answers(ACCOUNT, 100)).when(movesUser(GUEST, ACCOUNT));
    expect(moved.events.map(({ type }) => type)).toEqual(['playerLeft']);
    expect(moved.player(ACCOUNT)).toMatchObject({ seat: 3, score: 100, isActive: true });
    expect(moved.player(GUEST)).toMatchObject({ seat: 1, score: 0, isActive: false });
  });

  it('the account’s stays when both have the same score', () => {
    const moved = given(...both).when(movesUser(GUEST, ACCOUNT));
    expect(moved.player(ACCOUNT)).toMatchObject({ seat: 3, isActive: true });
    expect(moved.player(GUEST).isActive).toBe(false);
  });

  it('the one that is left goes out of the queue, and the question goes on', () => {
    const history = [...both, ...answers(GUEST, 100), selects('q200'), buzzes(ACCOUNT, 'q200'), buzzes('bob', 'q200')];
    const moved = given(...history).when(movesUser(GUEST, ACCOUNT));
    expect(moved.queue()).toEqual(['bob']);
    expect(moved.question('q200').answered).toBe(false);
  });

  it('they play on in the seat with the higher score, also when they had left it', () => {
    const moved = given(...both, ...answers(ACCOUNT, 100), leaves(ACCOUNT)).when(movesUser(GUEST, ACCOUNT));
    expect(moved.player(ACCOUNT)).toMatchObject({ seat: 3, score: 100, name: 'Ada', isActive: true });
    expect(moved.player(GUEST).isActive).toBe(false);
  });

  it('they play on under the name that they had when the other one is taken by now', () => {
    const moved = given(...both, ...answers(ACCOUNT, 100), removes(ACCOUNT), joins('eve', 'Ada')).when(
      movesUser(GUEST, ACCOUNT),
    );
    expect(moved.player(ACCOUNT)).toMatchObject({ score: 100, name: 'Gus', isActive: true });
  });

  it('no player returns who had left with both', () => {
    const moved = given(...both, leaves(ACCOUNT), leaves(GUEST)).when(movesUser(GUEST, ACCOUNT));
    expect(moved.events).toEqual([]);
  });
});

describe('A moderator’s seat', () => {
  it('leaves the account’s seat when the account takes over moderating', () => {
    const moved = given(...started, joins(ACCOUNT, 'Ada')).when(movesUser('mo', ACCOUNT));
    expect(moved.game().moderatorId).toBe(ACCOUNT);
    expect(moved.playing().nextSelectorId).toBe(ACCOUNT);
    expect(moved.player(ACCOUNT).isActive).toBe(false);
  });

  it('rejects the account that moderates when it rejoins', () => {
    const moderating = given(...started, movesUser('mo', 'bob'));
    expect(moderating.when(rejoins('bob')).refusal).toBe('not-allowed');
    expect(moderating.when(joins('bob')).refusal).toBe('not-allowed');
  });

  it('moved on to another sign-in of the same browser, leaves the next pick with the moderator', () => {
    const bob = { ...joins('bob'), seatHash: 'hash-bob' };
    const moved = given(creates(), bob, starts(), movesUser('mo', 'bob')).when({ ...bob, by: user('later') });
    expect(moved.player('later')).toMatchObject({ seat: 1, isActive: true });
    expect(moved.playing().nextSelectorId).toBe('bob');
  });

  it('keeps the name of the player in the answers it gave', () => {
    const moved = given(...started, ...answers('bob', 100), movesUser('mo', 'bob'));
    const view = viewOf(moved.game(), 'player');
    expect(view.categories[0]?.questions[0]).toMatchObject({ answeredBy: 'bob', answeredByName: 'bob' });
  });

  it('leaves the guest’s seat when the account moderates the game', () => {
    const moved = given(...started).when(movesUser(GUEST, 'mo'));
    expect(moved.player(GUEST).isActive).toBe(false);
    expect(playerOf(moved.game(), user('mo'))).toBeNull();
  });
});

describe('Moving a user, in any game', () => {
  const stories = fc.tuple(fc.constantFrom(3, 12), fc.array(wishes, { maxLength: 60 }), fc.nat(1000), fc.nat(1000));
  const NOBODY: Played = { state: NO_GAME, now: 1_700_000_000_000, log: [], last: { ok: true, events: [] } };

  it('leaves every seat with its score, gives the higher of two to the account, and lets at most one be active', () => {
    fc.assert(
      fc.property(stories, ([size, list, a, b]) => {
        const before = playWishes(startedWith(size).reduce(play, NOBODY), list);
        const game = before.state as Game;
        if (game.status === 'completed') return;
        const [from, to] = [game.players[a % game.players.length]!, game.players[b % game.players.length]!];
        const after = play(before, movesUser(from.id, to.id)).state as Game;
        const bySeat = ({ players }: Game) => players.map(({ seat, score }) => [seat, score]);
        expect(bySeat(after)).toEqual(bySeat(game));
        expect(new Set(after.players.map(({ id }) => id)).size).toBe(game.players.length);
        if (from.id === to.id || [from.id, to.id].includes(game.moderatorId)) return;
        if (game.bans.users.length > 0) return;
        const [own, left] = [playerOf(after, to.id)!, playerOf(after, from.id)!];
        if ([from.id, to.id].some((id) => needsDesk(memberOf(game, id)?.rights ?? []))) {
          expect([own.isActive, left.isActive]).toEqual([false, false]);
          return;
        }
        expect(own.score).toBe(Math.max(from.score, to.score));
        expect(left.isActive).toBe(false);
        expect(own.isActive).toBe(from.isActive || to.isActive);
        const others = ({ players }: Game) => players.filter(({ id }) => id !== from.id && id !== to.id);
        expect(others(after)).toEqual(others(game));
      }),
      { numRuns: 150 },
    );
  });
});
