import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PLAYERS_MAX } from '../constants.js';
import { evolve } from '../evolve.js';
import type { GameId } from '../ids.js';
import { playerOf } from '../players.js';
import type { Game } from '../state.js';
import { given, NOTHING_PLAYED, play, type Played } from '../testing/given-when-then.js';
import * as steps from '../testing/steps.js';
import { fixedExamples, playWishes, startedGames, startedGamesOfTeams } from '../testing/stories.js';
import { expectAllToFollow } from '../testing/views-follow.js';
import { wishesOf } from '../testing/wishes.js';
import { isSameForAllKinds, viewEventOf } from '../view-events.js';
import { rosterOf, seatOf, viewOf } from '../views/view-of.js';

const {
  addsTeams,
  bans,
  callsBack,
  changesSettings,
  completes,
  creates,
  crewJoins,
  isPlaced,
  joins,
  leaves,
  locksJoining,
} = steps;
const { movesUser, notesArrival, OTHER_GAME, rejoins, releasesSeat, removes, renames, reopens, reservesSeat } = steps;
const { requestsSeat, sendsPlayers, starts, user } = steps;

const lobby = [creates(), isPlaced()];
const seats = ({ game }: { game(): Game }) =>
  game().players.map(({ name, isActive, reserved }) => [name, isActive, reserved?.before ?? null]);

describe('A reserved seat', () => {
  it('holds the name and is inactive until its player comes, without a code or a name', () => {
    const reserved = given(...lobby, reservesSeat('ann', 'Ann'));
    expect(reserved.events).toEqual([
      { type: 'seatReserved', at: reserved.now, playerId: 'ann', name: 'Ann', before: OTHER_GAME },
    ]);
    expect(seats(reserved)).toEqual([['Ann', false, OTHER_GAME]]);
    expect(reserved.when(joins('zoe', 'ann')).refusal).toBe('name-reserved');
    const come = reserved.when(rejoins('ann'));
    expect(come.events).toEqual([{ type: 'playerRejoined', at: come.now, playerId: 'ann', name: 'Ann' }]);
    expect(come.player('ann')).toMatchObject({ isActive: true, seat: 1, score: 0 });
    expect(come.player('ann').reserved).toBeUndefined();
  });

  it('appears to the crew as reserved, and to its player as the own one', () => {
    const game = given(...lobby, reservesSeat('ann')).game();
    expect(rosterOf(game, 0, 10)).toMatchObject([{ name: 'ann', isActive: false, reserved: true }]);
    expect(seatOf(game, user('ann'))).toMatchObject({ isActive: false, reserved: true });
    expect(viewOf(game, 'stage')).toMatchObject({ playerCount: 1, activeCount: 0 });
    const come = given(...lobby, reservesSeat('ann'), rejoins('ann')).game();
    expect(rosterOf(come, 0, 10)[0]).not.toHaveProperty('reserved');
  });

  it('keeps its name when the player comes by the code under another one, also while joining is locked', () => {
    const { when } = given(...lobby, reservesSeat('ann', 'Ann'), locksJoining(true));
    expect(when(joins('ann', 'Annabel')).player('ann')).toMatchObject({ name: 'Ann', isActive: true });
  });

  it('gets a number after a name that another player has', () => {
    const { when } = given(...lobby, joins('bob', 'Ann'), reservesSeat('ann', 'ANN'));
    expect(when(rejoins('ann')).player('ann').name).toBe('ANN 2');
  });

  it('belongs to the team with the name, which is created where there is none', () => {
    const { game, events, when } = given(...lobby, addsTeams('Foxes'), reservesSeat('ann', 'Ann', 'Owls'));
    expect(events.map(({ type }) => type)).toEqual(['teamCreated', 'seatReserved', 'teamJoined']);
    expect(game().teams?.map(({ name }) => name)).toEqual(['Foxes', 'Owls']);
    expect(playerOf(game(), user('ann'))?.team).toBe(2);
    const second = when(reservesSeat('bob', 'Bob', 'OWLS'));
    expect([second.events.length, second.player('bob').team]).toEqual([2, 2]);
    const played = given(...lobby, starts(), reservesSeat('ann', 'Ann', 'Owls'));
    expect([played.game().teams, played.player('ann').team]).toEqual([undefined, undefined]);
  });

  it('belongs to the team with the key, whatever that is called by now, or to a new one that has the key', () => {
    const keyed = (who: string, name: string, key?: string) => reservesSeat(who, who, name, undefined, key);
    const { when } = given(...lobby, addsTeams('Foxes'));
    // A team without a key stays another one.
    const { game, events } = when(keyed('ann', 'Foxes', 'R1'));
    expect(events.map(({ type }) => type)).toEqual(['teamCreated', 'seatReserved', 'teamJoined']);
    expect(game().teams?.map(({ name, key }) => [name, key])).toEqual([
      ['Foxes', undefined],
      ['Foxes 2', 'R1'],
    ]);
    const all = given(
      ...[...lobby, addsTeams('Foxes'), keyed('ann', 'Foxes', 'R1'), keyed('bob', 'Renamed', 'r1')],
      ...[keyed('cem', 'FOXES', 'R2'), keyed('dora', 'foxes')],
    );
    expect(all.game().teams?.map(({ name, key }) => [name, key])).toEqual([
      ...[
        ['Foxes', undefined],
        ['Foxes 2', 'R1'],
        ['FOXES 3', 'R2'],
      ],
    ]);
    expect(['ann', 'bob', 'cem', 'dora'].map((who) => all.player(who).team)).toEqual([2, 2, 3, 1]);
  });

  it('rejects members with a desk, banned players, blocked names, and games that are full or over', () => {
    const refusal = (...before: steps.Step[]) => given(...lobby, ...before).when(reservesSeat('ann', 'Ann')).refusal;
    expect(refusal(crewJoins('ann'))).toBe('not-allowed');
    expect(refusal(joins('ann'), bans('ann'))).toBe('banned');
    expect(refusal(changesSettings({ blockedNames: ['Ann'] }))).toBe('name-blocked');
    expect(refusal(completes())).toBe('game-ended');
    const { when } = given(...lobby);
    expect(when(reservesSeat('ann', '  ')).refusal).toBe('name-required');
    expect(when(reservesSeat('ann', 'Ann', undefined, 'game-1' as GameId)).refusal).toBe('not-allowed');
    const filled = Array.from({ length: PLAYERS_MAX }, (_, n) => ({
      ...{ type: 'playerJoined', at: 1, playerId: user(`p${n}`), name: `P ${n}`, isAdmin: false, seatHash: null },
    })).reduce((state, event) => evolve(state, event as never), given(...lobby).state);
    const full = play({ ...NOTHING_PLAYED, state: filled }, reservesSeat('ann'));
    expect(full.last).toMatchObject({ ok: false, rejection: { code: 'game-full' } });
  });

  it('takes commands of operators of the event alone', () => {
    const { when } = given(...lobby, reservesSeat('ann'));
    for (const given of [reservesSeat('bob'), releasesSeat('ann'), sendsPlayers(['ann']), notesArrival('ann')]) {
      const { staffOf: _staffOf, ...byAnyone } = given;
      for (const by of [steps.MODERATOR, user('ann')]) expect(when({ ...byAnyone, by }).refusal).toBe('not-allowed');
      expect(when({ ...given, staffOf: '00000000-0000-4000-8000-00000000000f' }).refusal).toBe('not-allowed');
      expect(when({ ...byAnyone, isServer: true }).refusal).toBe('not-allowed');
    }
  });

  it('gives the name back once it is released, unless the player has come, and can be reserved again', () => {
    const released = given(...lobby, reservesSeat('ann', 'Ann'), releasesSeat('ann'));
    expect(released.events).toEqual([{ type: 'playerRemoved', at: released.now, playerId: 'ann' }]);
    expect(released.when(joins('zoe', 'Ann')).refusal).toBeNull();
    expect(released.when(rejoins('ann')).refusal).toBe('not-a-player');
    const again = released.when(reservesSeat('ann', 'Ann'));
    expect(again.events).toMatchObject([{ type: 'seatReserved', again: true }]);
    expect(again.game().players).toHaveLength(1);
    const come = given(...lobby, reservesSeat('ann'), rejoins('ann'));
    expect(come.when(releasesSeat('ann')).refusal).toBe('seat-arrived');
    expect(come.when(releasesSeat('zoe')).refusal).toBe('player-not-found');
  });

  it('moves with a guest who signs in before they come', () => {
    const { when } = given(...lobby, reservesSeat('ann', 'Ann'), movesUser('ann', 'account'));
    expect(when(rejoins('account')).player('account')).toMatchObject({ name: 'Ann', isActive: true });
  });

  it('waits for a review of its name where names are reviewed', () => {
    const game = given(...lobby, changesSettings({ nameReview: 'on' }), reservesSeat('ann', 'Rude')).game();
    expect(JSON.stringify(viewOf(game, 'stage'))).not.toContain('Rude');
    expect(viewOf(game, 'full').unreviewed).toMatchObject([{ name: 'Rude' }]);
  });
});

describe('Players who are sent to another game', () => {
  const NEXT = { gameId: OTHER_GAME, code: 'ROOM44' };

  it('keep their seats until they have arrived, and are told where they go on, also once the game is over', () => {
    for (const end of [[], [completes()]]) {
      const sent = given(...lobby, joins('ann'), joins('bob'), starts(), ...end, sendsPlayers(['ann']));
      expect(sent.events).toEqual([{ type: 'playersSent', at: sent.now, playerIds: ['ann'], next: NEXT }]);
      expect(seatOf(sent.game(), user('ann'))).toMatchObject({ isActive: true, sentTo: NEXT });
      expect(seatOf(sent.game(), user('bob'))).not.toHaveProperty('sentTo');
      expect(viewOf(sent.game(), 'player').sentOn).toBe(true);
      const gone = sent.when(notesArrival('ann', 'bob'));
      expect(gone.events).toEqual([{ type: 'playerLeft', at: gone.now, playerId: 'ann' }]);
      expect([gone.player('ann').isActive, gone.player('bob').isActive]).toEqual([false, true]);
    }
  });

  it('learn by their seats where they go on, which no stage and no crew gets, and no one by an id', () => {
    const { state: before, when } = given(...lobby, joins('ann'), joins('bob'));
    const { events, game } = when(sendsPlayers(['bob']));
    const seen = (kind: 'player' | 'stage' | 'full') => viewEventOf(before, events[0]!, game(), kind, 9);
    const shared = { v: 9, type: 'playersSent', at: events[0]!.at, sentOn: true };
    expect(seen('player')).toEqual({ ...shared, seats: [2], next: NEXT });
    expect([seen('stage'), seen('full')]).toEqual([shared, shared]);
    expect(isSameForAllKinds(before, events[0]!, game())).toBe(false);
  });

  it('find the seat that they left closed, and the game that they left stays over', () => {
    const open = given(...lobby, joins('ann'), sendsPlayers(['ann']), notesArrival('ann'));
    for (const back of [rejoins('ann'), joins('ann'), joins('ann', 'Other')])
      expect(open.when(back).refusal).toBe('sent-on');
    expect(open.when(requestsSeat('zoe', 'ann')).refusal).toBe('sent-on');
    const over = given(...lobby, joins('ann'), starts(), completes(), sendsPlayers(['ann']));
    expect(over.when(reopens()).refusal).toBe('game-followed');
  });

  it('stay after all when they are called back', () => {
    const back = given(...lobby, joins('ann'), starts(), completes(), sendsPlayers(['ann']), callsBack(['ann']));
    expect(back.player('ann').sentTo).toBeUndefined();
    expect(viewOf(back.game(), 'player')).not.toHaveProperty('sentOn');
    expect(back.when(notesArrival('ann')).events).toEqual([]);
    expect(back.when(reopens()).refusal).toBeNull();
  });

  it('stay on their way to the game that they were sent to last when they are called back from an earlier one', () => {
    const [first, second] = ['game-3', 'game-4'] as GameId[];
    const sent = given(...lobby, joins('ann'), sendsPlayers(['ann'], first), sendsPlayers(['ann'], second));
    const back = sent.when(callsBack(['ann'], first));
    expect([back.refusal, back.events]).toEqual([null, []]);
    expect(back.player('ann').sentTo?.gameId).toBe(second);
    expect(sent.when(callsBack(['ann'], second)).player('ann').sentTo).toBeUndefined();
  });

  it('find their former seats open again when they are called back after they left', () => {
    const left = given(...lobby, joins('ann'), sendsPlayers(['ann']), leaves('ann'));
    expect(left.when(rejoins('ann')).refusal).toBe('sent-on');
    expect(left.when(callsBack(['ann'])).events).toMatchObject([{ type: 'playersSent', playerIds: ['ann'] }]);
    expect(
      given(...lobby, joins('ann'), sendsPlayers(['ann']), leaves('ann'), callsBack(['ann']), rejoins('ann')).player(
        'ann',
      ).isActive,
    ).toBe(true);
  });

  it('need active seats in this game, and another game to go to', () => {
    const { when } = given(...lobby, joins('ann'), joins('bob'), joins('cem'), leaves('bob'), removes('cem'));
    for (const who of ['bob', 'cem', 'zoe']) expect(when(sendsPlayers([who])).refusal).toBe('player-not-found');
    // A part of them alone would leave the others unnoticed.
    for (const who of ['bob', 'cem', 'zoe']) expect(when(sendsPlayers(['ann', who])).refusal).toBe('player-not-found');
    expect(when(sendsPlayers(['ann', 'ann'])).events).toMatchObject([{ playerIds: ['ann'] }]);
    expect(when(sendsPlayers(['ann'], 'game-1' as GameId)).refusal).toBe('not-allowed');
  });

  it('end open requests for their seats', () => {
    const { when } = given(...lobby, joins('ann'), requestsSeat('zoe', 'ann'));
    expect(when(sendsPlayers(['ann'])).events.map(({ type }) => type)).toEqual(['seatRequestEnded', 'playersSent']);
  });

  it('keep the destination under another name, and when they sign in', () => {
    const sent = given(
      ...lobby,
      joins('ann'),
      sendsPlayers(['ann']),
      renames('ann', 'Anna'),
      movesUser('ann', 'account'),
    );
    expect(sent.player('account').sentTo).toEqual(NEXT);
  });
});

/** What the job and the phones of three players do in two games, in any order. */
const acts = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...(['reserve', 'reserve', 'send', 'send', 'arrive', 'arrive', 'note'] as const),
      ...(['release', 'callBack', 'leave', 'end'] as const),
    ),
    who: fc.constantFrom('ann', 'bob', 'cem'),
  }),
  { minLength: 10, maxLength: 40 },
);
type Act = (typeof acts extends fc.Arbitrary<infer A> ? A : never) extends readonly (infer One)[] ? One : never;

interface Both {
  readonly old: Played;
  readonly next: Played;
}
const isActive = ({ state }: Played, who: string): boolean =>
  state.status !== 'none' && playerOf(state, user(who))?.isActive === true;
const sentOf = ({ state }: Played, who: string) =>
  state.status === 'none' ? undefined : playerOf(state, user(who))?.sentTo;

function act({ old, next }: Both, { what, who }: Act): Both {
  const inNext = playerOf(next.state as Game, user(who));
  switch (what) {
    case 'reserve':
      return { old, next: play(next, reservesSeat(who)) };
    case 'send':
      // Once the seat is there, as the job does it.
      return inNext === null || inNext.removed !== null ? { old, next } : { next, old: play(old, sendsPlayers([who])) };
    case 'arrive':
      // A phone that was told so.
      return sentOf(old, who) === undefined ? { old, next } : { old, next: play(next, rejoins(who)) };
    case 'note':
      return isActive(next, who) ? { next, old: play(old, notesArrival(who)) } : { old, next };
    case 'release':
      return { old, next: play(next, releasesSeat(who)) };
    case 'callBack':
      return isActive(next, who) ? { old, next } : { next, old: play(old, callsBack([who])) };
    case 'leave':
      return { old: play(old, leaves(who)), next };
    case 'end':
      return who === 'ann' ? { next, old: play(old, completes()) } : { old, next };
  }
}
const PEOPLE = ['ann', 'bob', 'cem'] as const;
const both = (): Both => ({
  old: given(...lobby, ...PEOPLE.map((who) => joins(who)), starts()),
  next: given(...lobby),
});

describe('An advance', () => {
  it('leaves no player active in both games once arrivals are noted, whatever happened in whichever order', () => {
    let arrived = 0;
    fc.assert(
      fc.property(acts, (list) => {
        const end = list.reduce(act, both());
        const rest = PEOPLE.reduce((games, who) => act(games, { what: 'note', who }), end);
        for (const who of PEOPLE) {
          expect([isActive(rest.old, who), isActive(rest.next, who)]).not.toEqual([true, true]);
          if (isActive(rest.next, who)) arrived++;
        }
      }),
      { numRuns: 1000 },
    );
    expect(arrived).toBeGreaterThan(20);
  });

  it('changes nothing when a step of it is repeated', () => {
    fc.assert(
      fc.property(acts, (list) => {
        list.reduce((games, one) => {
          const once = act(games, one);
          const twice = act(once, one);
          for (const game of ['old', 'next'] as const) {
            const versions = [once, twice].map((after) => (after[game].state as Game).version);
            expect(versions[1]).toBe(versions[0]);
          }
          return twice;
        }, both());
      }),
      { numRuns: 200 },
    );
  });

  const weights = { advance: 8, rejoin: 2, leave: 2, remove: 1, rename: 1, review: 1, moveUser: 1, team: 1, move: 1 };
  const lists = fc.array(wishesOf({ ...weights, select: 1, buzz: 4, judge: 1, end: 1 }), {
    minLength: 20,
    maxLength: 60,
  });

  it('keeps views and seats equal to those of the state, in games with and without teams', () => {
    const seen = new Set<string>();
    const beginnings = fc.oneof(startedGames([3, 12]), startedGamesOfTeams([3, 12], 3));
    fc.assert(
      fc.property(beginnings, lists, (beginning, list) => {
        const played = playWishes(beginning, list);
        const { state } = played;
        if (state.status !== 'none')
          for (const { reserved, isActive: active } of state.players)
            expect(reserved !== undefined && active).toBe(false);
        expectAllToFollow(played, (type) => seen.add(type));
      }),
      { numRuns: 60, examples: fixedExamples(beginnings, lists) },
    );
    for (const type of ['seatReserved', 'playersSent']) expect(seen).toContain(type);
  });
});

describe('A person who was sent', () => {
  it('appears in the last action of neither game, which is the operator’s', () => {
    const { game } = given(...lobby, joins('ann'), sendsPlayers(['ann']));
    expect(game().lastAction).toMatchObject({ type: 'playersSent', by: null });
    expect(given(...lobby, reservesSeat('ann')).game().lastAction.by).toBeNull();
  });
});
