import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attentionOf, ATTENTION_THRESHOLDS } from './attention/attention-of.js';
import { RoomStatus } from './attention/status.js';
import { statusOf } from './attention/status-of.js';
import { evolve } from './evolve.js';
import { evolveView } from './evolve-view.js';
import { isStartHeld } from './held-start.js';
import type { Game, GameRoom } from './state.js';
import { given, NOTHING_PLAYED, play } from './testing/given-when-then.js';
import * as steps from './testing/steps.js';
import { viewEventOf } from './view-events.js';
import { VIEW_KINDS } from './views.js';
import { viewOf } from './views/view-of.js';

const { as, completes, creates, crewJoins, holdsStart, isPlaced, joins, later, releasesStart, reopens, starts } = steps;

const prepared = [creates(), isPlaced(), crewJoins('cem'), joins('ann')];
const held = [...prepared, later(5, holdsStart())];

describe('a held start', () => {
  it('shows every kind of view since when', () => {
    const game = given(...held);
    expect(game.events).toEqual([{ type: 'startHeld', at: game.now }]);
    for (const kind of VIEW_KINDS) expect(viewOf(game.game(), kind).heldStart).toEqual({ since: game.now });
  });

  it('refuses the start to owner and crew until an operator releases it', () => {
    for (const who of ['mo', 'cem']) expect(given(...held).when(as(who, starts())).refusal).toBe('start-held');
    const released = given(...held, releasesStart());
    expect(released.events).toEqual([{ type: 'startReleased', at: released.now }]);
    expect(released.when(as('cem', starts())).events).toMatchObject([{ type: 'gameStarted' }]);
  });

  it('leaves no trace in a game that has started', () => {
    const started = given(...held, releasesStart(), starts());
    expect(started.game()).not.toHaveProperty('heldStart');
    for (const kind of VIEW_KINDS) expect(viewOf(started.game(), kind)).not.toHaveProperty('heldStart');
  });

  it('begins and ends once, however often an operator repeats it', () => {
    expect(given(...held).when(holdsStart()).events).toEqual([]);
    expect(given(...held, releasesStart()).when(releasesStart()).events).toEqual([]);
    expect(given(...prepared).when(releasesStart()).events).toEqual([]);
    const again = given(...held, releasesStart(), holdsStart());
    expect(again.game().heldStart).toEqual({ since: again.now });
  });

  it('lets people come, go and prepare the board meanwhile', () => {
    expect(given(...held).when(joins('bob')).refusal).toBeNull();
    expect(given(...held).when(steps.changesSettings({ attempts: 'once' })).refusal).toBeNull();
    expect(
      given(...held)
        .when(completes())
        .game().status,
    ).toBe('completed');
    expect(given(...held, completes(), reopens()).when(starts()).refusal).toBe('start-held');
  });

  it('follows the crew that ends the game and plays again, until an operator releases it', () => {
    const next = [creates(), steps.inheritsFrom(given(...held, completes()).game())];
    expect(given(...next).events.at(-1)).toEqual({ type: 'startHeld', at: given(...next).now });
    for (const who of ['mo', 'cem']) expect(given(...next).when(as(who, starts())).refusal).toBe('start-held');
    expect(given(...next, isPlaced(), releasesStart()).when(as('cem', starts())).refusal).toBeNull();
  });

  it('ends with a game that was released or has started', () => {
    for (const before of [
      [...held, releasesStart()],
      [...held, releasesStart(), starts()],
      prepared,
      [...prepared, starts()],
    ]) {
      const { game } = given(creates()).when(steps.inheritsFrom(given(...before, completes()).game()));
      expect(game()).not.toHaveProperty('heldStart');
    }
  });

  it('leaves a game alone that has begun when the hold of the game before comes along', () => {
    const before = given(...held, completes()).game();
    expect(given(creates(), starts()).when(steps.inheritsFrom(before)).events).not.toContainEqual(
      expect.objectContaining({ type: 'startHeld' }),
    );
  });

  it('refuses owner, crew, players and operators of other events to hold or release it', () => {
    for (const step of [holdsStart(), releasesStart()]) {
      for (const who of ['mo', 'cem', 'ann', 'olga']) {
        const own = { by: steps.user(who), command: step.command, after: 1_000 };
        expect(given(...held).when(own).refusal).toBe('not-allowed');
      }
      expect(given(...held).when({ ...step, staffOf: 'another event' }).refusal).toBe('not-allowed');
    }
  });

  it('comes too late for a game that has started or is over', () => {
    for (const step of [holdsStart(), releasesStart()]) {
      expect(given(...prepared, starts()).when(step).refusal).toBe('not-in-setup');
      expect(given(...prepared, completes()).when(step).refusal).toBe('game-ended');
    }
  });
});

describe('the attention that a room with a held start needs', () => {
  const statusAt = ({ game, now }: ReturnType<typeof given>): RoomStatus =>
    RoomStatus.parse(
      statusOf(
        game() as Game & { room: GameRoom },
        { users: new Set(), crewAwaySince: null, slowestBuzzMs: null, now },
        null,
      ),
    );
  const kindsAt = (played: ReturnType<typeof given>, plannedAt: number, minutes: number) => {
    const now = played.now + minutes * 60_000;
    const plan = { startsAt: plannedAt, thresholds: ATTENTION_THRESHOLDS };
    return attentionOf({ status: statusAt(played), heardAt: now }, plan, now).map(({ kind }) => kind);
  };

  it('begins ten minutes after its release, not while it is held', () => {
    const waits = given(...held);
    expect(statusAt(waits)).toMatchObject({ startHeldSince: waits.now });
    expect(kindsAt(waits, waits.now, 60)).toEqual([]);
    const released = given(...held, later(3_600, releasesStart()));
    expect(statusAt(released)).toMatchObject({ startReleasedAt: released.now });
    expect(statusAt(released)).not.toHaveProperty('startHeldSince');
    expect(kindsAt(released, waits.now, 9)).toEqual([]);
    expect(kindsAt(released, waits.now, 11)).toEqual(['not-started']);
  });

  it('begins ten minutes after the plan when the start was released before', () => {
    const released = given(...held, releasesStart());
    const plannedAt = released.now + 30 * 60_000;
    expect(kindsAt(released, plannedAt, 39)).toEqual([]);
    expect(kindsAt(released, plannedAt, 41)).toEqual(['not-started']);
  });
});

describe('any sequence of acts around the start', () => {
  const acts = fc.array(
    fc.constantFrom(
      ...[holdsStart(), releasesStart(), starts(), as('cem', starts()), joins('bob'), completes(), reopens()],
      isPlaced('Garden'),
    ),
    { maxLength: 40 },
  );

  it('starts no game while its start is held, and views follow the state', () => {
    fc.assert(
      fc.property(acts, (list) => {
        let isHeld = false;
        const beginning = prepared.reduce(play, NOTHING_PLAYED);
        list.reduce((before, step) => {
          const after = play(before, step);
          if (before.state.status === 'none' || after.state.status === 'none') return after;
          if (after.last.ok && step.command.type === 'holdStart') isHeld = true;
          if (after.last.ok && step.command.type === 'releaseStart') isHeld = false;
          if (before.state.status === 'setup' && after.state.status === 'playing') expect(isHeld).toBe(false);
          if (after.state.status === 'setup') expect(isStartHeld(after.state)).toBe(isHeld);
          const events = after.last.ok ? after.last.events : [];
          for (const kind of VIEW_KINDS) {
            let game: Game = before.state;
            let view = viewOf(game, kind);
            for (const event of events) {
              const next = evolve(game, event) as Game;
              view = evolveView(view, viewEventOf(game, event, next, kind, next.version));
              game = next;
            }
            expect(view.heldStart).toEqual(viewOf(game, kind).heldStart);
          }
          return after;
        }, beginning);
      }),
    );
  });
});
