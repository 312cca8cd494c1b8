import { expect, it } from '@jest/globals';
import { DATABASE_WAITS } from './data-source.js';

it('a service waits half a minute for its database, asks it twice a second and gives an answer five seconds', () => {
  expect(DATABASE_WAITS).toEqual({ upWithinMs: 30_000, tryAgainMs: 500, answerWithinMs: 5_000 });
});
