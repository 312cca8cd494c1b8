import { describe, expect, it, jest } from '@jest/globals';
import { GuestAdmission } from './guest-admission.js';

describe('guest admission', () => {
  it('inserts guests that arrive within 10 ms, or during an insert, in one batch', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const batches: number[] = [];
      let commit = () => undefined as void;
      const admission = new GuestAdmission((ids) => {
        batches.push(ids.length);
        return new Promise((resolve) => (commit = resolve));
      });
      const guests = [admission.admit()];
      await jest.advanceTimersByTimeAsync(9);
      guests.push(admission.admit());
      expect(batches).toEqual([]);
      await jest.advanceTimersByTimeAsync(1);
      for (let i = 0; i < 98; i++) guests.push(admission.admit());
      commit();
      await jest.advanceTimersByTimeAsync(10);
      commit();
      await Promise.all(guests.map((guest) => guest.committed));
      expect(batches).toEqual([2, 98]);
      expect(new Set(guests.map((guest) => guest.id)).size).toBe(100);
    } finally {
      jest.useRealTimers();
    }
  });

  it('rejects only the batch that failed, and admits guests again', async () => {
    let broken = true;
    const admission = new GuestAdmission(async () => {
      if (broken) throw new Error('no database');
    });
    await expect(admission.admit().committed).rejects.toThrow('no database');
    broken = false;
    await expect(admission.admit().committed).resolves.toBeUndefined();
  });

  it('refuses with the seconds to wait when too many guests wait', () => {
    const admission = new GuestAdmission(() => new Promise(() => undefined), 3);
    for (let i = 0; i < 3; i += 1) void admission.admit();
    expect(() => admission.admit()).toThrow(expect.objectContaining({ code: 'guest-wait', params: { n: 5 } }));
  });
});
