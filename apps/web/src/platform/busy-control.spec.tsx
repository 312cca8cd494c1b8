import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { setImmediate } from 'node:timers/promises';
import { busyDuring } from './busy-control.js';

describe('a control whose press waits for the network', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const isBusy = () => screen.getByRole('button').getAttribute('aria-busy');
  const draw = (onPress: () => unknown) => render(<button onClick={() => void onPress()}>Press</button>);
  const press = () => screen.getByRole('button').click();

  it('becomes busy at the press until all that it has begun is done', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    draw(() => [busyDuring(first.promise), busyDuring(second.promise)]);
    press();
    expect(isBusy()).toBe('true');
    first.resolve();
    await setImmediate();
    expect(isBusy()).toBe('true');
    second.resolve();
    await setImmediate();
    expect(isBusy()).toBeNull();
  });

  it('becomes idle when the work fails', async () => {
    const failing = Promise.withResolvers<void>();
    draw(() => busyDuring(failing.promise).catch(() => undefined));
    press();
    failing.reject(new Error('unavailable'));
    await setImmediate();
    expect(isBusy()).toBeNull();
  });

  it('becomes busy for work that begins once a slow device has drawn', () => {
    draw(() => {
      // The clock goes on, and no timer can run.
      jest.setSystemTime(Date.now() + 400);
      const drawnAt = performance.now() + 400;
      jest.spyOn(performance, 'now').mockReturnValue(drawnAt);
      void busyDuring(new Promise(() => undefined));
    });
    press();
    expect(isBusy()).toBe('true');
    jest.restoreAllMocks();
  });

  it('ignores work that begins by itself later', async () => {
    draw(() => undefined);
    press();
    jest.advanceTimersByTime(50);
    void busyDuring(new Promise(() => undefined));
    expect(isBusy()).toBeNull();
  });
});
