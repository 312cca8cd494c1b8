import { expect, it } from '@jest/globals';
import { DATABASE_WAITS } from './data-source.js';

it('a service waits half a minute for its database, retries twice a second and times out after five seconds', () => {
  expect(DATABASE_WAITS).toEqual({ upWithinMs: 30_000, tryAgainMs: 500, answerWithinMs: 5_000 });
});
