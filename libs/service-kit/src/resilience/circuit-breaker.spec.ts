import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from './circuit-breaker.js';

class Failure extends Error {
  constructor(
    message: string,
    readonly isTimeout = false,
  ) {
    super(message);
  }
}

describe('a circuit breaker', () => {
  function newBreaker() {
    const clock = { now: 0 };
    const breaker = new CircuitBreaker({
      isFailure: (error) => error instanceof Failure,
      opensAfter: ({ isTimeout }) => (isTimeout ? 3 : 1),
      now: () => clock.now,
    });
    let calls = 0;
    const ask = (answer: () => Promise<unknown>) =>
      breaker
        .run(() => {
          calls += 1;
          return answer();
        })
        .then(
          () => 'answered',
          (error: Error) => error.message,
        );
    return { breaker, clock, ask, calls: () => calls };
  }
  const answers = () => Promise.resolve();
  const refuses = () => Promise.reject(new Error('no such user'));
  const isAway = () => Promise.reject(new Failure('it cannot be reached'));
  const isSlow = () => Promise.reject(new Failure('it did not answer in time', true));

  it('fails at once for a second after a failed connection, and then retries', async () => {
    const { clock, ask, calls } = newBreaker();
    await ask(isAway);
    clock.now = 999;
    expect(await ask(answers)).toBe('it cannot be reached');
    expect(calls()).toBe(1);
    clock.now = 1_000;
    expect(await ask(answers)).toBe('answered');
    expect(await ask(answers)).toBe('answered');
  });

  it('probes with one request at a time while open', async () => {
    const { clock, ask, calls } = newBreaker();
    await ask(isAway);
    clock.now = 1_000;
    let answer = (): void => undefined;
    const first = ask(() => new Promise<void>((resolve) => (answer = resolve)));
    expect(await ask(answers)).toBe('it cannot be reached');
    expect(calls()).toBe(2);
    answer();
    expect(await first).toBe('answered');
  });

  it('tolerates single slow answers, and opens after three in a row', async () => {
    const { breaker, ask } = newBreaker();
    for (const answer of [isSlow, isSlow, answers, isSlow, isSlow]) await ask(answer);
    expect(breaker.failure).toBeNull();
    await ask(isSlow);
    expect(breaker.failure?.message).toBe('it did not answer in time');
  });

  it('counts a refusal as an answer', async () => {
    const { breaker, clock, ask } = newBreaker();
    await ask(isAway);
    clock.now = 1_000;
    expect(await ask(refuses)).toBe('no such user');
    expect(breaker.failure).toBeNull();
  });
});
