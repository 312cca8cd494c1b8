import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UNREVIEWED_MAX } from '../constants.js';
import { evolve } from '../evolve.js';
import { isUnreviewed } from '../reviewed.js';
import type { Game, GameState } from '../state.js';
import { NO_GAME } from '../state.js';
import { given, NOTHING_PLAYED, play } from '../testing/given-when-then.js';
import {
  approves,
  buzzes,
  changesSettings,
  completes,
  creates,
  joins,
  judges,
  leaves,
  rejoins,
  removes,
  renames,
  requestsSeat,
  selects,
  starts,
  user,
} from '../testing/steps.js';
import { playWishes, startedGames } from '../testing/stories.js';
import { reviewedStories } from '../testing/wishes.js';
import { viewEventOf } from '../view-events.js';
import type { ViewKind } from '../views.js';
import { seatOf, viewOf } from '../views/view-of.js';

const withReview = creates({ nameReview: 'on' });
const OTHERS: readonly ViewKind[] = ['player', 'stage'];

const namesIn = (game: Game, kind: ViewKind) => viewOf(game, kind).leaders.map(({ name }) => name);

describe('the review of names', () => {
  it('happens only in games that want it', () => {
    const game = given(creates(), joins('ann', 'Ann')).game();
    expect(game.unreviewed).toBeUndefined();
    expect(namesIn(game, 'stage')).toEqual(['Ann']);
  });

  it('shows a new name to the desk at once, and a stand-in to all others', () => {
    const game = given(withReview, joins('ann', 'Ann'), joins('bob', 'Bob'), approves(['bob', 'Bob'])).game();
    expect(OTHERS.map((kind) => namesIn(game, kind))).toEqual([
      ['Player 1', 'Bob'],
      ['Player 1', 'Bob'],
    ]);
    expect(namesIn(game, 'full')).toEqual(['Ann', 'Bob']);
    expect(viewOf(game, 'full').unreviewed).toEqual([{ id: 'ann', seat: 1, name: 'Ann' }]);
    expect(viewOf(game, 'stage').unreviewed).toBeUndefined();
  });

  it('tells the player that the name waits', () => {
    const waiting = given(withReview, joins('ann', 'Ann'));
    expect(seatOf(waiting.game(), user('ann'))).toMatchObject({ name: 'Player 1', unreviewed: true });
    const approved = waiting.when(approves(['ann', 'Ann']));
    expect(seatOf(approved.game(), user('ann'))).toMatchObject({ name: 'Ann' });
    expect(seatOf(approved.game(), user('ann'))?.unreviewed).toBeUndefined();
  });

  it('covers the queue, verdicts and whose turn it is', () => {
    const game = given(withReview, joins('ann', 'Ann'), starts(), selects('q100'), buzzes('ann', 'q100'));
    const judged = game.when(judges('ann', true, 'q100')).game();
    expect(JSON.stringify(OTHERS.flatMap((kind) => [viewOf(game.game(), kind), viewOf(judged, kind)]))).not.toContain(
      '"Ann"',
    );
  });

  it('ends when the moderator renames the player, also to the same name', () => {
    const waiting = given(withReview, joins('ann', 'Ann'));
    expect(namesIn(waiting.when(renames('ann', 'Ada')).game(), 'stage')).toEqual(['Ada']);
    expect(namesIn(waiting.when(renames('ann', 'Ann')).game(), 'stage')).toEqual(['Ann']);
  });

  it('begins again when the player takes a new name, not when they come back under the same one', () => {
    const approved = [withReview, joins('ann', 'Ann'), approves(['ann', 'Ann'])];
    expect(namesIn(given(...approved, joins('ann', 'Ada')).game(), 'stage')).toEqual(['Player 1']);
    expect(namesIn(given(...approved, leaves('ann'), joins('ann', 'Ada')).game(), 'stage')).toEqual(['Player 1']);
    expect(namesIn(given(...approved, leaves('ann'), rejoins('ann')).game(), 'stage')).toEqual(['Ann']);
  });

  it('approves no name that was changed since it was read', () => {
    const changed = given(withReview, joins('ann', 'Ann'), joins('ann', 'Ada'));
    expect(namesIn(changed.when(approves(['ann', 'Ann'])).game(), 'stage')).toEqual(['Player 1']);
    expect(changed.when(approves(['x', 'Ann'])).refusal).toBe('player-not-found');
  });

  it('approves many names at once', () => {
    const waiting = given(withReview, joins('ann', 'Ann'), joins('bob', 'Bob'));
    expect(waiting.when(approves(['ann', 'Ann'], ['bob', 'Bob'])).game().unreviewed).toBeUndefined();
  });

  it('shows all names when it is switched off', () => {
    const off = given(withReview, joins('ann', 'Ann'), changesSettings({ nameReview: 'off' }));
    expect(off.events.map(({ type }) => type)).toEqual(['namesApproved', 'settingsChanged']);
    expect(namesIn(off.game(), 'stage')).toEqual(['Ann']);
  });

  it('leaves names alone that were shown before it was switched on', () => {
    const on = given(creates(), joins('ann', 'Ann'), changesSettings({ nameReview: 'on' }), joins('bob', 'Bob'));
    expect(namesIn(on.game(), 'stage')).toEqual(['Ann', 'Player 2']);
  });

  it('lists no removed player, whose name stays hidden', () => {
    const judged = [withReview, joins('ann', 'Ann'), starts(), selects('q100'), buzzes('ann', 'q100')];
    const removed = given(...judged, judges('ann', true, 'q100'), removes('ann'));
    expect(viewOf(removed.game(), 'full').unreviewed).toBeUndefined();
    expect(JSON.stringify(viewOf(removed.game(), 'stage'))).not.toContain('"Ann"');
  });

  it('refuses a request for a seat whose name waits, as all views hold it', () => {
    const left = given(withReview, joins('ann', 'Ann'), leaves('ann'));
    expect(left.when(requestsSeat('cem', 'Ann')).refusal).toBe('names-in-review');
  });

  it('keeps stand-ins in the final ranking of a game that is over', () => {
    expect(namesIn(given(withReview, joins('ann', 'Ann'), starts(), completes()).game(), 'stage')).toEqual([
      'Player 1',
    ]);
  });

  it(`refuses new players while ${UNREVIEWED_MAX} names wait`, () => {
    const all = Array.from({ length: UNREVIEWED_MAX }, (_, n) => joins(`p${n}`, `P ${n}`));
    const full = [withReview, ...all].reduce(play, NOTHING_PLAYED);
    expect(play(full, joins('late', 'Late')).last).toMatchObject({ rejection: { code: 'names-in-review' } });
    expect(play(full, joins('p1', 'Other')).last.ok).toBe(true);
    expect(play(play(full, approves(['p0', 'P 0'])), joins('late', 'Late')).last.ok).toBe(true);
  });

  it('never lets the stage or a player see a name that waits, in a view, an event or a seat', () => {
    let looked = 0;
    const stories = fc.tuple(startedGames([3, 60], changesSettings({ nameReview: 'on' })), reviewedStories);
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        let before: GameState = NO_GAME;
        const shown = new Set<string>();
        for (const event of playWishes(beginning, list).log) {
          const after = evolve(before, event);
          if (before.status !== 'none' && after.status !== 'none') {
            const hidden = after.players.filter(({ id }) => isUnreviewed(after, id)).map(({ name }) => name);
            for (const { id, name } of after.players) if (!isUnreviewed(after, id)) shown.add(name);
            const texts = OTHERS.map((kind) =>
              JSON.stringify([viewOf(after, kind), viewEventOf(before as Game, event, after, kind, after.version)]),
            );
            const seats = JSON.stringify(after.players.map(({ id }) => seatOf(after, id)));
            for (const name of hidden.filter((one) => !shown.has(one) && /^(?:Renamed|Moved) /u.test(one))) {
              looked += 1;
              for (const text of [...texts, seats]) expect(text.includes(`:${JSON.stringify(name)}`)).toBe(false);
            }
          }
          before = after;
        }
      }),
      { numRuns: 40 },
    );
    expect(looked).toBeGreaterThan(100);
  });
});
