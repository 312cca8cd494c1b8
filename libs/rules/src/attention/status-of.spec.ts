import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { roomActor } from '../room.js';
import type { Game, GameRoom } from '../state.js';
import { given } from '../testing/given-when-then.js';
import * as steps from '../testing/steps.js';
import { playAll, startedGames } from '../testing/stories.js';
import { wildSteps } from '../testing/commands.js';
import { wishes } from '../testing/wishes.js';
import { RoomStatus } from './status.js';
import { statusOf } from './status-of.js';

const {
  as,
  buzzes,
  callsForHelp,
  completes,
  creates,
  crewJoins,
  isPlaced,
  joins,
  judges,
  later,
  ROOM,
  selects,
  starts,
} = steps;

const ACTOR = roomActor(ROOM.roomId);
/** A room's game with two players, run by Cem. */
const begun = [as(ACTOR, creates()), isPlaced(), crewJoins('cem'), joins('ann'), joins('bob'), as('cem', starts())];
const playing = [...begun, as('cem', selects('q100'))];
const hasRoom = (game: Game): game is Game & { room: GameRoom } => game.room !== undefined;

function statusAt(
  { game, now }: Pick<ReturnType<typeof given>, 'game' | 'now'>,
  online: readonly string[] = ['cem', 'ann', 'bob'],
  before: RoomStatus | null = null,
): RoomStatus {
  const state = game();
  if (!hasRoom(state)) throw new Error('the game is in no room');
  const users = new Set(online);
  const crewAwaySince = users.has('cem') ? null : now - 5_000;
  return statusOf(state, { users, crewAwaySince, slowestBuzzMs: null, now }, before);
}

describe('the status of a room', () => {
  it('shows stand-ins for names that wait for a review', () => {
    const reviewed = [creates({ nameReview: 'on' }), isPlaced(), joins('ann'), starts(), selects('q100')];
    const game = given(...reviewed, buzzes('ann', 'q100'));
    const { leader, buzzer } = statusAt(game);
    expect([leader?.name, buzzer]).toEqual(['Player 1', 'Player 1']);
  });

  it('shows seats, crew and leader before anything is played', () => {
    const status = statusAt(given(...begun.slice(0, 5)), ['cem', 'ann']);
    expect(status).toMatchObject({
      ...ROOM,
      state: 'setup',
      question: 0,
      questions: 4,
      seated: 2,
      connected: 1,
      crew: 1,
    });
    expect(status.leader).toEqual({ name: 'ann', points: 0 });
    expect(status).not.toHaveProperty('crewAwaySince');
  });

  it('shows since when a question has been open, and which one of all it is', () => {
    const played = given(...playing);
    expect(statusAt(played)).toMatchObject({
      ...{ question: 1, questions: 4, questionId: 'q100', openSince: played.now },
    });
  });

  it('shows whose buzz has waited since when instead', () => {
    const played = given(...playing, later(10, buzzes('ann', 'q100')));
    const status = statusAt(played);
    expect(status).toMatchObject({ buzzSince: played.now, buzzer: 'ann' });
    expect(status).not.toHaveProperty('openSince');
  });

  it('counts the wait of the second in the queue from the verdict on the first', () => {
    const both = [...playing, buzzes('ann', 'q100'), buzzes('bob', 'q100')];
    const judged = given(...both).when(later(20, as('cem', judges('ann', false, 'q100'))));
    expect(statusAt(judged)).toMatchObject({ buzzSince: judged.now, buzzer: 'bob' });
  });

  it('shows since when no one who can judge has been connected, and that the game has lost its moderator', () => {
    const played = given(...playing);
    expect(statusAt(played, ['ann', 'bob'])).toMatchObject({ crew: 0, crewAwaySince: played.now - 5_000 });
    const left = given(...playing, later(60, steps.absenceIsNoted()));
    expect(statusAt(left, ['ann'])).toMatchObject({ crewLeft: true, crewAwaySince: left.now - 5_000 });
  });

  it('keeps the time from which most players are offline, and drops it once half of them are back', () => {
    const played = given(...playing);
    const first = statusAt(played, ['cem']);
    expect(first.offlineSince).toBe(played.now);
    const again = statusAt({ ...played, now: played.now + 30_000 }, ['cem'], first);
    expect(again.offlineSince).toBe(played.now);
    expect(statusAt(played, ['cem', 'ann'], again)).not.toHaveProperty('offlineSince');
  });

  it('counts the silence of each question from its own start', () => {
    const silent = [...begun, as('cem', steps.takesMusic('laptop')), as('cem', selects('q100'))];
    const first = statusAt(given(...silent));
    const next = given(...silent, as('cem', steps.marksUnanswered('q100')), as('cem', selects('q200')));
    const later = statusAt({ ...next, now: next.now + 60_000 }, undefined, first);
    expect(later).toMatchObject({ questionId: 'q200', song: 'silent', silentSince: next.now });
    expect(next.now).toBeGreaterThan(first.silentSince ?? Infinity);
  });

  it('shows a song as silent that a desk has to play and does not, until it is heard or over', () => {
    const withDesk = [...begun, as('cem', steps.takesMusic('laptop'))];
    const selected = given(...withDesk, as('cem', selects('q100')));
    const first = statusAt(selected);
    expect(first).toMatchObject({ song: 'silent', silentSince: selected.now });
    const heard = given(...withDesk, as('cem', selects('q100')), as('cem', steps.notesSound('q100', true)));
    expect(statusAt(heard, undefined, first)).toMatchObject({ song: 'plays' });
    expect(statusAt(heard, undefined, first)).not.toHaveProperty('silentSince');
    const over = heard.when(as('cem', steps.notesSong('q100', 30_000, 29_000))).game();
    expect(over.status).toBe('playing');
    const ended = given(
      ...withDesk,
      as('cem', selects('q100')),
      as('cem', steps.notesSound('q100', true)),
      as('cem', steps.notesSong('q100', 30_000, 29_000)),
      as('cem', steps.notesSound('q100', false)),
    );
    expect(statusAt(ended)).toMatchObject({ song: 'over' });
  });

  it('shows no negative time of a buzz after the clock was set back', () => {
    const state = given(...playing).game();
    if (!hasRoom(state)) throw new Error('the game is in no room');
    const presence = { users: new Set<string>(), crewAwaySince: null, slowestBuzzMs: -3, now: 1 };
    expect(statusOf(state, presence, null).slowestBuzzMs).toBe(0);
  });

  it('shows since when the game is paused, and counts what waits from the end of the pause', () => {
    const paused = given(...playing, as('cem', steps.pausesGame()));
    expect(statusAt(paused)).toMatchObject({ pausedSince: paused.now, song: 'paused' });
    const resumed = paused.when(later(600, as('cem', steps.resumesGame())));
    expect(statusAt(resumed)).toMatchObject({ openSince: resumed.now, lastActionAt: resumed.now });
    expect(statusAt(resumed)).not.toHaveProperty('pausedSince');
    const waiting = [...playing, buzzes('ann', 'q100'), as('cem', steps.pausesGame())];
    const again = given(...waiting).when(later(600, as('cem', steps.resumesGame())));
    expect(statusAt(again)).toMatchObject({ buzzSince: again.now });
  });

  it('names the people of the crew, who is connected and who only watches, and never the room itself', () => {
    const taken = given(...playing, crewJoins('dora'), steps.takesOver('dora'));
    expect(statusAt(taken, ['cem']).members).toEqual([
      { id: 'cem', name: 'cem', connected: true, suspended: true },
      { id: 'dora', name: 'dora' },
    ]);
    expect(statusAt(given(as(ACTOR, creates()), isPlaced()))).not.toHaveProperty('members');
  });

  it('contains the call for help', () => {
    const called = given(...playing, as('cem', callsForHelp('cem', 'The speaker is dead')));
    expect(statusAt(called).help).toEqual({
      ...{ category: 'sound', text: 'The speaker is dead', name: 'cem' },
      since: called.now,
    });
  });

  it('shows nothing that waits after the end', () => {
    const status = statusAt(given(...playing, as('cem', completes())), []);
    expect(status.state).toBe('completed');
    for (const fact of ['openSince', 'buzzSince', 'crewAwaySince', 'offlineSince', 'silentSince'])
      expect(status).not.toHaveProperty(fact);
  });
});

describe('the status of any game in a room', () => {
  it('fits its schema, whatever was played, and contains neither an answer nor a song', () => {
    const stories = fc.tuple(startedGames([3], isPlaced()), fc.array(wishes, { maxLength: 40 }), fc.array(wildSteps));
    fc.assert(
      fc.property(stories, fc.boolean(), ([beginning, list, wild], isOnline) => {
        let before: RoomStatus | null = null;
        playAll(beginning, list, wild, (_, { state, now }) => {
          if (state.status === 'none' || !hasRoom(state)) return;
          const users = new Set(isOnline ? state.players.map(({ id }): string => id) : []);
          const presence = { users, crewAwaySince: isOnline ? null : now, slowestBuzzMs: 3, now };
          const status: RoomStatus = statusOf(state, presence, before);
          expect(RoomStatus.parse(JSON.parse(JSON.stringify(status)))).toEqual(status);
          const text = JSON.stringify(status);
          for (const { answer, youtubeSongName } of state.categories.flatMap(({ questions }) => questions))
            for (const secret of [answer, youtubeSongName]) if (secret.length > 8) expect(text).not.toContain(secret);
          for (const [name, at] of Object.entries(status))
            if (name.endsWith('Since')) expect(at).toBeLessThanOrEqual(now);
          before = status;
        });
      }),
      { numRuns: 40 },
    );
  });
});
