import { describe, expect, it } from '@jest/globals';
import { GuestAdmission } from './guest-admission.js';

describe('guest admission', () => {
  it('inserts guests that arrive during an insert in one batch', async () => {
    const batches: number[] = [];
    const admission = new GuestAdmission(async (ids) => {
      batches.push(ids.length);
      await new Promise((resolve) => setImmediate(resolve));
    });
    const guests = Array.from({ length: 100 }, () => admission.admit());
    await Promise.all(guests.map((guest) => guest.committed));
    expect(batches).toEqual([1, 99]);
    expect(new Set(guests.map((guest) => guest.id)).size).toBe(100);
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
    for (let i = 0; i < 4; i += 1) void admission.admit();
    expect(() => admission.admit()).toThrow(expect.objectContaining({ code: 'guest-wait', params: { n: 5 } }));
  });
});
