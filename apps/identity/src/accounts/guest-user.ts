import type { User } from './user.entity.js';

/** A guest as its row will read; tokens are made while the row is still on its way. */
export const guestUser = (id: string, now = new Date()): User => ({
  ...{ id, kind: 'guest', displayName: 'Guest', email: null, passwordHash: null, disabled: false },
  ...{ createdAt: now, lastSeen: now, ticketsFrom: null },
});
