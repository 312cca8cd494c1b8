import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NAME_REPORTERS_MAX, REPORTED_NAMES_MAX } from '../constants.js';
import { evolve } from '../evolve.js';
import { reportsOn } from '../reported.js';
import { isUnreviewed } from '../reviewed.js';
import type { Game } from '../state.js';
import { given, NOTHING_PLAYED, play } from '../testing/given-when-then.js';
import {
  allowsSeat,
  approves,
  as,
  bans,
  completes,
  creates,
  crewJoins,
  isPlaced,
  joins,
  keepsName,
  leaves,
  movesUser,
  rejoins,
  removes,
  renames,
  reportsName,
  requestsSeat,
  ROOM,
  starts,
  type Step,
  user,
} from '../testing/steps.js';
import { playWishes, startedGames } from '../testing/stories.js';
import { eachEvent, expectViewsToFollow } from '../testing/views-follow.js';
import { reviewedStories } from '../testing/wishes.js';
import { isSameForAllKinds, viewEventOf } from '../view-events.js';
import type { ViewKind } from '../views.js';
import { seatOf, viewOf } from '../views/view-of.js';

const OTHERS: readonly ViewKind[] = ['player', 'stage'];
const seated = [creates(), joins('ann', 'Ann'), joins('bob', 'Bob'), joins('cem', 'Cem')] as const;
const reported = (game: Game) => viewOf(game, 'full').reported?.map(({ name, reports }) => [name, reports]);
const byStaff = (step: Step): Step => ({ ...as('olga', step), staffOf: ROOM.showId });

describe('the report of a name', () => {
  it('shows desks how many players have reported it', () => {
    const once = given(...seated, reportsName('ann', 'bob'));
    expect(once.events).toMatchObject([{ type: 'nameReported', playerId: 'bob', by: 'ann' }]);
    expect(viewOf(once.game(), 'full').reported).toEqual([{ id: 'bob', seat: 2, name: 'Bob', reports: 1 }]);
    expect(reported(once.when(reportsName('cem', 'bob')).game())).toEqual([['Bob', 2]]);
  });

  it('lists names in order of their first report', () => {
    const game = given(...seated, reportsName('ann', 'cem'), reportsName('ann', 'bob'), reportsName('bob', 'cem'));
    expect(reported(game.game())).toEqual([
      ['Cem', 2],
      ['Bob', 1],
    ]);
  });

  it('changes nothing when the name that was read is no longer that of the player', () => {
    const renamed = given(...seated, renames('bob', 'Robert'));
    expect(renamed.when(reportsName('ann', 'bob', 'Bob')).events).toEqual([]);
    expect(reported(renamed.when(reportsName('ann', 'bob', 'Robert')).game())).toEqual([['Robert', 1]]);
  });

  it('changes nothing when the same player repeats it', () => {
    const again = given(...seated, reportsName('ann', 'bob')).when(reportsName('ann', 'bob'));
    expect([again.refusal, again.events]).toEqual([null, []]);
  });

  it('reaches the desk before the start and while the game is played, and is refused after its end', () => {
    const playing = given(...seated, starts());
    expect(playing.when(reportsName('ann', 'bob')).events).toHaveLength(1);
    expect(given(...seated, starts(), completes()).when(reportsName('ann', 'bob')).refusal).toBe('game-ended');
  });

  it('fails for the own name', () => {
    expect(given(...seated).when(reportsName('ann', 'ann')).refusal).toBe('not-allowed');
  });

  it('fails for an unknown or removed player', () => {
    expect(given(...seated).when(reportsName('ann', 'nemo')).refusal).toBe('player-not-found');
    expect(given(...seated).when(reportsName('ann', 'mo')).refusal).toBe('player-not-found');
    expect(given(...seated, removes('bob')).when(reportsName('ann', 'bob')).refusal).toBe('player-not-found');
  });

  it.each([
    ['without a seat', 'nemo', []],
    ['who left', 'ann', [leaves('ann')]],
    ['who was removed', 'ann', [removes('ann')]],
    ['who was banned', 'ann', [bans('ann')]],
    ['who has a desk', 'mo', []],
  ] as const)('fails for a user %s', (_, who, steps) => {
    expect(given(...seated, ...steps).when(reportsName(who, 'bob')).refusal).toBe('not-a-player');
  });

  it('includes names of players who have left, which are still shown', () => {
    expect(reported(given(...seated, leaves('bob'), reportsName('ann', 'bob')).game())).toEqual([['Bob', 1]]);
  });

  it('works for a member of the crew who plays', () => {
    expect(given(...seated, crewJoins('ann', ['people'])).when(reportsName('ann', 'bob')).events).toHaveLength(1);
  });

  it('ends once the player has another name', () => {
    const game = given(...seated, reportsName('ann', 'bob'));
    expect(reported(game.when(renames('bob', 'Bobby')).game())).toBeUndefined();
    expect(reported(game.when(joins('bob', 'Bobby')).game())).toBeUndefined();
    const left = given(...seated, reportsName('ann', 'bob'), leaves('bob'));
    expect(reported(left.when(joins('bob', 'Bobby')).game())).toBeUndefined();
    expect(game.when(joins('bob', 'Bobby')).game().nameReports).toBeUndefined();
  });

  it('remains when the player comes back under the same name', () => {
    const back = given(...seated, reportsName('ann', 'bob'), leaves('bob'), rejoins('bob'));
    expect(reported(back.game())).toEqual([['Bob', 1]]);
    expect(reported(back.when(joins('bob', 'Bob')).game())).toEqual([['Bob', 1]]);
  });

  it('ends once the player is removed, also after they have come back', () => {
    for (const out of [removes('bob'), bans('bob')])
      expect(given(...seated, reportsName('ann', 'bob'), out).game().nameReports).toBeUndefined();
    const back = given(...seated, reportsName('ann', 'bob'), removes('bob'), joins('bob', 'Bob'));
    expect(reported(back.game())).toBeUndefined();
    expect(reported(back.when(reportsName('ann', 'bob')).game())).toEqual([['Bob', 1]]);
  });

  it('follows both seats to other users', () => {
    const moved = given(...seated, reportsName('ann', 'bob'), movesUser('bob', 'account'), movesUser('ann', 'other'));
    expect(moved.game().nameReports).toEqual([{ playerId: 'account', by: ['other'] }]);
    expect(moved.when(reportsName('other', 'account')).events).toEqual([]);
    const given2 = given(...seated, reportsName('ann', 'bob'), requestsSeat('phone', 'Bob'), allowsSeat('phone', 2));
    expect(given2.game().nameReports).toEqual([{ playerId: 'phone', by: ['ann'] }]);
    expectViewsToFollow(moved.log);
    expectViewsToFollow(given2.log);
  });

  it('counts the new name of a player separately', () => {
    const again = given(...seated, reportsName('ann', 'bob'), joins('bob', 'Bobby'), reportsName('ann', 'bob'));
    expect(reported(again.game())).toEqual([['Bobby', 1]]);
  });

  it('changes nothing while the name waits for a review, and is possible once it is approved', () => {
    const waiting = given(creates({ nameReview: 'on' }), joins('ann', 'Ann'), joins('bob', 'Bob'));
    const early = waiting.when(reportsName('ann', 'bob'));
    expect([early.refusal, early.events]).toEqual([null, []]);
    const approved = given(creates({ nameReview: 'on' }), joins('ann'), joins('bob', 'Bob'), approves(['bob', 'Bob']));
    expect(reported(approved.when(reportsName('ann', 'bob')).game())).toEqual([['Bob', 1]]);
  });

  it(`fails while ${REPORTED_NAMES_MAX} other names wait for the crew`, () => {
    const all = Array.from({ length: REPORTED_NAMES_MAX + 1 }, (_, n) => joins(`p${n}`, `P ${n}`));
    const reports = all.slice(1).map((_, n) => reportsName('p0', `p${n + 1}`));
    const full = [creates(), ...all, joins('late', 'Late'), ...reports].reduce(play, NOTHING_PLAYED);
    expect(play(full, reportsName('p0', 'late')).last).toMatchObject({ rejection: { code: 'names-in-review' } });
    expect(play(full, reportsName('p2', 'p1')).last).toMatchObject({ ok: true, events: [{ by: 'p2' }] });
    expect(play(play(full, keepsName('p1', 'P 1')), reportsName('p0', 'late')).last.ok).toBe(true);
  });

  it(`counts up to ${NAME_REPORTERS_MAX} players`, () => {
    const all = Array.from({ length: NAME_REPORTERS_MAX + 1 }, (_, n) => joins(`p${n}`, `P ${n}`));
    const reports = all.map((_, n) => reportsName(`p${n}`, 'bad'));
    const game = given(creates(), joins('bad', 'Bad'), ...all, ...reports);
    expect(game.events).toEqual([]);
    expect(reported(game.game())).toEqual([['Bad', NAME_REPORTERS_MAX]]);
  });
});

describe('a reported name that the crew keeps', () => {
  const kept = given(...seated, reportsName('ann', 'bob'), keepsName('bob', 'Bob'));

  it('leaves the list, and later reports of it change nothing', () => {
    expect(kept.events).toMatchObject([{ type: 'nameKept', playerId: 'bob' }]);
    expect(reported(kept.game())).toBeUndefined();
    const later = kept.when(reportsName('cem', 'bob'));
    expect([later.refusal, later.events]).toEqual([null, []]);
    expect(JSON.stringify(kept.game().nameReports)).not.toContain('ann');
  });

  it('counts as reported again once it is another one', () => {
    const other = given(...seated, reportsName('ann', 'bob'), keepsName('bob', 'Bob'), joins('bob', 'Bobby'));
    expect(reported(other.when(reportsName('ann', 'bob')).game())).toEqual([['Bobby', 1]]);
  });

  it('causes no event when it is kept again, was not reported, or has changed since it was read', () => {
    const game = given(...seated, reportsName('ann', 'bob'));
    const idle = [
      kept.when(keepsName('bob', 'Bob')),
      game.when(keepsName('cem', 'Cem')),
      game.when(keepsName('bob', 'B')),
    ];
    expect(idle.map(({ refusal, events }) => [refusal, events])).toEqual(idle.map(() => [null, []]));
  });

  it('requires a player who is in the game', () => {
    const game = given(...seated, reportsName('ann', 'bob'), removes('bob'));
    expect(game.when(keepsName('bob', 'Bob')).refusal).toBe('player-not-found');
    expect(game.when(keepsName('nemo', 'Nemo')).refusal).toBe('player-not-found');
  });

  it('requires the crew or the staff of the event', () => {
    const game = given(...seated, isPlaced(), crewJoins('kim', ['people']), reportsName('ann', 'bob'));
    expect(game.when(as('cem', keepsName('bob', 'Bob'))).refusal).toBe('not-moderator');
    expect(game.when(as('kim', keepsName('bob', 'Bob'))).events).toHaveLength(1);
    expect(game.when(byStaff(keepsName('bob', 'Bob'))).events).toHaveLength(1);
    expect(game.when(byStaff(reportsName('ann', 'bob'))).refusal).toBe('not-allowed');
  });
});

describe('reports of names', () => {
  it('tell desks alone which name it is, and no one who reported it', () => {
    const { log } = given(...seated, reportsName('ann', 'bob'), keepsName('bob', 'Bob'));
    const seen: string[] = [];
    eachEvent(log, (before, event, after) => {
      if (event.type !== 'nameReported' && event.type !== 'nameKept') return;
      expect(isSameForAllKinds(before, event, after)).toBe(false);
      for (const kind of ['player', 'stage', 'full'] as const)
        seen.push(JSON.stringify({ ...viewEventOf(before, event, after, kind, after.version), at: 0 }));
    });
    const [report, keep] = ['{"v":5,"type":"nameReported","at":0', '{"v":6,"type":"nameKept","at":0'];
    expect(seen).toEqual([
      ...[`${report}}`, `${report}}`, `${report},"reported":{"id":"bob","seat":2,"name":"Bob","reports":1}}`],
      ...[`${keep}}`, `${keep}}`, `${keep},"playerId":"bob"}`],
    ]);
  });

  it('name no one as whose action they are', () => {
    expect(given(...seated, reportsName('ann', 'bob')).game().lastAction).toMatchObject({ by: null });
  });

  it('count each player once for each name, and change no view of players and stages', () => {
    const seen = { nameReported: 0, nameKept: 0, twice: 0 };
    fc.assert(
      fc.property(fc.tuple(startedGames([3, 12]), reviewedStories), ([beginning, list]) => {
        const { log } = playWishes(beginning, list);
        expectViewsToFollow(log);
        eachEvent(log, (before, event, after) => {
          for (const { playerId, by, kept } of after.nameReports ?? []) {
            const player = after.players.find(({ id }) => id === playerId);
            expect(player?.removed).toBeNull();
            expect(by).not.toContain(playerId);
            expect(new Set(by).size).toBe(by.length);
            expect(by.length === 0).toBe(kept === true);
            expect(by.every((id) => after.players.some((one) => one.id === id))).toBe(true);
            seen.twice += by.length > 1 ? 1 : 0;
          }
          // One of another name than before is not reported.
          for (const { id, name } of before.players) {
            const renamed = after.players.find((one) => one.id === id && one.name !== name);
            if (renamed !== undefined && event.type !== 'seatMoved') expect(reportsOn(after, id)).toBeUndefined();
          }
          if (event.type !== 'nameReported' && event.type !== 'nameKept') return;
          seen[event.type] += 1;
          expect(isUnreviewed(before, event.playerId)).toBe(false);
          const shown = (game: Game) => [
            ...OTHERS.map((kind) => ({ ...viewOf(game, kind), lastAction: null })),
            ...game.players.map(({ id }) => seatOf(game, id)),
          ];
          expect(JSON.stringify(shown(after))).toBe(JSON.stringify(shown(before)));
          expect(evolve(after, event)).toMatchObject({ nameReports: after.nameReports });
        });
      }),
      { numRuns: 40 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
  });

  it('change nothing where the event does not fit the game', () => {
    const game = given(...seated, removes('bob')).game();
    for (const type of ['nameReported', 'nameKept'] as const)
      for (const id of ['bob', 'nemo']) {
        const event = { type, at: game.updatedAt, playerId: user(id), by: user('ann') };
        expect(evolve(game, event)).toMatchObject({ players: game.players });
        expect((evolve(game, event) as Game).nameReports).toBeUndefined();
      }
  });
});
