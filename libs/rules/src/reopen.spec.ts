import { describe, expect, it } from '@jest/globals';
import { REOPEN_MS } from './constants.js';
import type { GameId } from './ids.js';
import { given } from './testing/given-when-then.js';
import {
  buzzes,
  completes,
  creates,
  joins,
  judges,
  later,
  moderatorLeaves,
  pausesMusic,
  playsAgain,
  proposes,
  reopens,
  selects,
  starts,
  user,
} from './testing/steps.js';
import { VIEW_KINDS } from './views.js';
import { seatOf, viewOf } from './views/view-of.js';

const started = [creates(), joins('ann', 'Ann'), joins('bob', 'Bob'), starts()];

describe('Reopening a game', () => {
  it('continues between questions with the same turn, proposal and verdict to undo', () => {
    const before = [
      ...started,
      selects('q100'),
      buzzes('ann', 'q100'),
      judges('ann', true, 'q100'),
      proposes('ann', 'q200'),
    ];
    const reopened = given(...before, completes()).when(reopens());
    const { nextSelectorId, proposedQuestionId, current, lastVerdict } = given(...before).playing();
    expect(reopened.playing()).toMatchObject({ nextSelectorId, proposedQuestionId, current, lastVerdict });
    expect(reopened.events).toEqual([
      expect.objectContaining({ type: 'gameReopened', status: 'playing', completedAt: reopened.now - 1_000 }),
    ]);
  });

  it('returns an open question with its queue, its music paused where it was at the end', () => {
    const reopened = given(...started, selects('q100'), later(4, completes())).when(later(60, reopens()));
    expect(reopened.playing().current).toMatchObject({ musicPaused: true, heardMs: 4_000, heardSince: null });
    const waiting = given(...started, selects('q100'), buzzes('ann', 'q100'), buzzes('bob', 'q100'), completes());
    const { answerQueue } = waiting.when(reopens()).playing().current!;
    expect(answerQueue.map(({ playerId }) => playerId)).toEqual(['ann', 'bob']);
    expect(seatOf(waiting.when(reopens()).game(), user('bob'))).toMatchObject({ place: 2 });
  });

  it('counts no second of a time trial from the end until the music goes on', () => {
    const before = [
      creates({}, true),
      joins('ann'),
      starts(),
      selects('q100'),
      later(3, completes()),
      later(90, reopens()),
    ];
    const { current } = given(...before, pausesMusic(false, 'q100'), later(2, buzzes('ann', 'q100'))).playing();
    expect(current).toMatchObject({ timeTrialElapsedSeconds: 5 });
  });

  it('leads a game that ended before its start back to setup', () => {
    expect(given(creates(), completes()).when(reopens()).game()).toMatchObject({ status: 'setup' });
  });

  it('keeps scores, players and whether the moderator has left', () => {
    const before = [...started, selects('q100'), buzzes('ann', 'q100'), judges('ann', true, 'q100'), moderatorLeaves()];
    const { players, moderatorLeft } = given(...before).game();
    expect(
      given(...before, completes())
        .when(reopens())
        .game(),
    ).toMatchObject({ players, moderatorLeft });
  });

  it('shows every kind of view what is being played again, and players no answer', () => {
    const reopened = given(...started, selects('q100'), completes())
      .when(reopens())
      .game();
    for (const kind of VIEW_KINDS)
      expect(viewOf(reopened, kind)).toMatchObject({
        ...{ status: 'playing', completedAt: null, next: null },
        current: { questionId: 'q100' },
      });
    expect(JSON.stringify(viewOf(reopened, 'player'))).not.toContain('Answer 100');
  });

  it('ends and reopens as often as the moderator likes', () => {
    const twice = given(...started, completes(), reopens(), completes()).when(reopens());
    expect(twice.game()).toMatchObject({ status: 'playing' });
  });

  it('changes nothing in a game that another desk has reopened', () => {
    const again = given(...started, completes(), reopens()).when(reopens());
    expect([again.refusal, again.events]).toEqual([null, []]);
  });

  it('fails ten minutes after the end', () => {
    const over = given(...started, completes());
    expect(over.when({ ...reopens(), after: REOPEN_MS }).refusal).toBeNull();
    expect(over.when({ ...reopens(), after: REOPEN_MS + 1 }).refusal).toBe('reopen-too-late');
  });

  it('fails once the players have been sent to a next game', () => {
    expect(given(...started, completes(), playsAgain('game-2' as GameId)).when(reopens()).refusal).toBe(
      'game-followed',
    );
  });

  it('needs the moderator', () => {
    expect(given(...started, completes()).when({ ...reopens(), by: user('ann') }).refusal).toBe('not-moderator');
  });
});
