import { describe, expect, it } from '@jest/globals';
import { GuestDoor } from './guest-admission.js';

describe('The door for guests', () => {
  it('collects those who come while an insert is under way', async () => {
    const batches: number[] = [];
    const door = new GuestDoor(async (ids) => {
      batches.push(ids.length);
      await new Promise((resolve) => setImmediate(resolve));
    });
    const guests = Array.from({ length: 100 }, () => door.admit());
    await Promise.all(guests.map((guest) => guest.committed));
    expect(batches).toEqual([1, 99]);
    expect(new Set(guests.map((guest) => guest.id)).size).toBe(100);
  });

  it('tells only the batch that failed, and opens again', async () => {
    let broken = true;
    const door = new GuestDoor(async () => {
      if (broken) throw new Error('no database');
    });
    await expect(door.admit().committed).rejects.toThrow('no database');
    broken = false;
    await expect(door.admit().committed).resolves.toBeUndefined();
  });

  it('refuses with the seconds to wait when too many wait', () => {
    const door = new GuestDoor(() => new Promise(() => undefined), 3);
    for (let i = 0; i < 4; i += 1) void door.admit();
    expect(() => door.admit()).toThrow(expect.objectContaining({ code: 'guest-wait', params: { n: 5 } }));
  });
});
