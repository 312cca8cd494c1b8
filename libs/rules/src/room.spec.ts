import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inheritCrewOf } from './crew/inherit.js';
import type { AnyCommand } from './commands.js';
import { isUnclaimed, joinCodeOf, roomActor } from './room.js';
import type { Game } from './state.js';
import { given } from './testing/given-when-then.js';
import * as steps from './testing/steps.js';
import { playAll, startedGames } from './testing/stories.js';
import { wildSteps } from './testing/commands.js';
import { wishes } from './testing/wishes.js';
import { VIEW_KINDS } from './views.js';
import { viewOf } from './views/view-of.js';

const { absenceIsNoted, as, completes, creates, crewJoins, isPlaced, joins, leavesCrew, ROOM, takesOver, user } = steps;

const ACTOR = roomActor(ROOM.roomId);
/** A game that was created for a room, and belongs to it. */
const prepared = [as(ACTOR, creates()), isPlaced()];

describe('the game of a room', () => {
  it('shows the name of the room in every view', () => {
    const { game } = given(...prepared);
    for (const kind of VIEW_KINDS) expect(viewOf(game(), kind).room).toEqual({ ...ROOM, name: 'Main hall' });
  });

  it('shows a new name of the room', () => {
    const { game, events } = given(...prepared).when(isPlaced('Garden'));
    expect(events).toEqual([expect.objectContaining({ type: 'placedInRoom', ...ROOM, name: 'Garden' })]);
    expect(game().room?.name).toBe('Garden');
  });

  it('gets no event when it is placed again under the same name', () => {
    expect(given(...prepared).when(isPlaced(' Main hall ')).events).toEqual([]);
  });

  it('shows the code of the room in every view as the one to join by, and keeps its own', () => {
    const { game } = given(...prepared).when(isPlaced('Main hall', ROOM, 'ROOM22'));
    expect(game().gameCode).not.toBe('ROOM22');
    for (const kind of VIEW_KINDS) expect(viewOf(game(), kind).gameCode).toBe('ROOM22');
  });

  it('keeps the code of the room under a new name', () => {
    const { game } = given(...prepared, isPlaced('Main hall', ROOM, 'ROOM22')).when(isPlaced('Garden'));
    expect(game().room).toEqual({ ...ROOM, name: 'Garden', code: 'ROOM22' });
  });

  it('refuses to move to another room or event', () => {
    const elsewhere = '00000000-0000-4000-8000-000000000009';
    for (const other of [
      { ...ROOM, roomId: elsewhere },
      { ...ROOM, showId: elsewhere },
    ])
      expect(given(...prepared).when(isPlaced('Main hall', other)).refusal).toBe('not-allowed');
  });

  it('takes 40 characters of a name, and refuses one without any', () => {
    expect(
      given(...prepared)
        .when(isPlaced('🎸'.repeat(50)))
        .game().room?.name,
    ).toBe('🎸'.repeat(40));
    expect(given(...prepared).when(isPlaced(' \u0000\u202E ')).refusal).toBe('name-required');
  });

  it('accepts the placing from the server only, and not after its end', () => {
    for (const who of ['ann', ACTOR])
      expect(given(...prepared).when({ ...as(who, isPlaced('Mine')), isServer: false }).refusal).toBe('not-allowed');
    expect(given(...prepared, as(ACTOR, completes())).when(isPlaced('Garden')).refusal).toBe('game-ended');
  });
});

describe('a room that no person has taken', () => {
  it('keeps its moderator while nobody is connected', () => {
    const { game, events } = given(...prepared, joins('ann')).when(absenceIsNoted());
    expect([events, game().moderatorLeft]).toEqual([[], false]);
    expect(isUnclaimed(game())).toBe(true);
  });

  it('loses its moderator like any other game once a person came to its crew', () => {
    const taken = given(...prepared, crewJoins('cem'));
    expect(isUnclaimed(taken.game())).toBe(false);
    expect(taken.when(absenceIsNoted()).game().moderatorLeft).toBe(true);
  });

  it('keeps its moderator after the only person has left the crew before the start', () => {
    const left = given(...prepared, crewJoins('cem'), leavesCrew('cem'));
    expect(left.when(absenceIsNoted()).game().moderatorLeft).toBe(false);
  });

  it('loses its moderator when the only person leaves the crew in the middle of the game', () => {
    const left = given(...prepared, crewJoins('cem'), as('cem', steps.starts()), leavesCrew('cem'));
    expect(left.when(absenceIsNoted()).game().moderatorLeft).toBe(true);
  });
});

describe('an operator of the event, outside the crew', () => {
  const byStaff = (command: AnyCommand, staffOf: string = ROOM.showId) => ({
    ...as('olga', { by: user('mo'), command, after: 1_000 }),
    staffOf,
  });
  const playing = [...prepared, crewJoins('cem'), joins('ann'), as('cem', steps.starts())];

  it('locks and opens joining, pauses and resumes the game, ends it and reopens it', () => {
    const locked = given(...playing).when(byStaff({ type: 'lockJoining', locked: true }));
    expect(locked.events).toMatchObject([{ type: 'joiningLocked', locked: true }]);
    const paused = given(...playing, byStaff({ type: 'pauseGame' }));
    expect(paused.game()).toMatchObject({ paused: { since: paused.now } });
    expect(paused.when(byStaff({ type: 'resumeGame' })).game()).not.toHaveProperty('paused');
    const over = [...playing, byStaff({ type: 'completeGame' })];
    expect(given(...over).game().status).toBe('completed');
    expect(given(...over, byStaff({ type: 'reopenGame' })).game().status).toBe('playing');
  });

  it('ends the question that is played without an answer', () => {
    const asked = given(...playing, as('cem', steps.selects('q100')));
    const skip = { type: 'markUnanswered', questionId: steps.question('q100') } as const;
    expect(asked.when(byStaff(skip)).events).toMatchObject([{ type: 'questionMarkedUnanswered' }]);
    expect(given(...playing).when(byStaff(skip)).refusal).toBe('no-active-question-to-mark');
  });

  it('renames, removes and bans players, and lets them in again', () => {
    const ann = user('ann');
    const renamed = given(...playing).when(byStaff({ type: 'renamePlayer', playerId: ann, name: 'Anna' }));
    expect(renamed.events).toMatchObject([{ type: 'playerNameSet', playerId: ann, name: 'Anna' }]);
    const banned = given(...playing, byStaff({ type: 'removePlayer', playerId: ann, ban: true }));
    expect(banned.when(joins('ann')).refusal).toBe('banned');
    expect(banned.when(byStaff({ type: 'removePlayer', playerId: ann, ban: false })).game().bans.users).toEqual([]);
  });

  it('gives a seat to the person who asks for it', () => {
    const asked = given(...playing, steps.requestsSeat('ben', 'ann'));
    const answer = { type: 'answerSeatRequest', playerId: user('ben'), seat: 1, allow: true } as const;
    expect(asked.when(byStaff(answer)).game().players[0]).toMatchObject({ id: user('ben'), name: 'ann' });
  });

  it('fails with anything else there, and in games of other events or of none', () => {
    const refusal = (step: ReturnType<typeof byStaff>, before = playing) => given(...before).when(step).refusal;
    expect(refusal(byStaff({ type: 'startGame' }))).toBe('not-allowed');
    expect(refusal(byStaff({ type: 'noteAbsence' }))).toBe('not-allowed');
    expect(refusal(byStaff({ type: 'completeGame' }, 'another event'))).toBe('not-allowed');
    expect(refusal(byStaff({ type: 'completeGame' }), [creates()])).toBe('not-allowed');
  });

  it('fails with a command of their own', () => {
    expect(given(...playing).when(as('olga', completes())).refusal).toBe('not-moderator');
  });
});

describe('the crew of a room', () => {
  it('leaves the game without a moderator when its last person leaves, though the room itself owns the game', () => {
    const played = given(...prepared, crewJoins('cem'), as('cem', steps.starts()));
    expect(played.when(as('cem', steps.moderatorLeaves())).game().moderatorLeft).toBe(true);
    const two = given(...prepared, crewJoins('cem'), crewJoins('dora'), as('cem', steps.starts()));
    expect(two.when(as('cem', steps.moderatorLeaves())).game().moderatorLeft).toBe(false);
  });

  it('suspends other persons by a take-over, and not the room itself', () => {
    const { game } = given(...prepared, crewJoins('cem'), crewJoins('dora')).when(takesOver('dora'));
    const suspended = game().crew?.filter(({ suspended: by }) => by !== undefined);
    expect(suspended?.map(({ id }) => id)).toEqual(['cem']);
  });

  it('comes along into the next game together with the room', () => {
    const before = given(...prepared, isPlaced('Main hall', ROOM, 'ROOM22'), crewJoins('cem')).game();
    const command = inheritCrewOf(steps.user('cem'), before);
    const { game } = given(as('cem', creates())).when({ ...isPlaced(), command });
    expect(game().room).toEqual(before.room);
    expect([game().moderatorId, game().crew?.map(({ id }) => id)]).toEqual([ACTOR, [ACTOR, 'cem']]);
  });
});

describe('any game', () => {
  it('shows the same room in state and views, whatever happens in it', () => {
    const stories = fc.tuple(
      startedGames([3]),
      fc.array(wishes, { maxLength: 40 }),
      fc.array(wildSteps, { maxLength: 20 }),
    );
    fc.assert(
      fc.property(stories, ([beginning, list, wild]) => {
        playAll(beginning, list, wild, (before, after) => {
          const [was, is] = [before.state as Game, after.state as Game];
          for (const kind of VIEW_KINDS)
            expect(viewOf(is, kind)).toMatchObject({ ...(is.room && { room: is.room }), gameCode: joinCodeOf(is) });
          if (was.room !== undefined)
            expect(is.room).toEqual({ ...was.room, name: is.room?.name, ...(is.room?.code && { code: is.room.code }) });
        });
      }),
      { numRuns: 40 },
    );
  });
});
