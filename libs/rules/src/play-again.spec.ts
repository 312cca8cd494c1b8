import { describe, expect, it } from '@jest/globals';
import type { GameId } from './ids.js';
import { GAME_ID, given, START } from './testing/given-when-then.js';
import { completes, creates, joins, playsAgain, starts, user } from './testing/steps.js';
import { VIEW_KINDS } from './views.js';
import { viewOf } from './views/view-of.js';

const NEXT = 'game-2' as GameId;
const over = [creates(), joins('ann', 'Ann'), starts(), completes()];

describe('Playing again with the same people', () => {
  it('leads everyone who has the ended game open into the next one', () => {
    const followed = given(...over).when(playsAgain(NEXT));
    expect(followed.events).toEqual([{ type: 'gameFollowed', at: followed.now, next: NEXT }]);
    for (const kind of VIEW_KINDS)
      expect(viewOf(followed.game(), kind)).toMatchObject({ status: 'completed', next: NEXT });
  });

  it('needs the moderator', () => {
    expect(given(...over).when({ ...playsAgain(NEXT), by: user('ann') }).refusal).toBe('not-moderator');
  });

  it('comes after the end', () => {
    expect(given(creates(), starts()).when(playsAgain(NEXT)).refusal).toBe('not-allowed');
    expect(given(creates()).when(playsAgain(NEXT)).refusal).toBe('not-allowed');
    expect(given().when(playsAgain(NEXT)).refusal).toBe('game-not-found');
  });

  it('leads to the game that was named first, whatever a second desk asks for', () => {
    const again = given(...over, playsAgain(NEXT)).when(playsAgain('game-3' as GameId));
    expect([again.refusal, again.events]).toEqual([null, []]);
    expect(again.game()).toMatchObject({ next: NEXT });
  });

  it('rejects the game itself and a missing game', () => {
    expect(given(...over).when(playsAgain(GAME_ID)).refusal).toBe('not-allowed');
    expect(given(...over).when(playsAgain(null)).refusal).toBe('not-allowed');
  });

  it('keeps time from going back', () => {
    const followed = given(...over).when({ ...playsAgain(NEXT), after: -60_000 });
    expect(followed.game().updatedAt).toBeGreaterThan(START);
    expect(followed.events[0]?.at).toBe(given(...over).game().updatedAt);
  });
});
