import type { UserId } from '@earworm/rules';
import { isObjectKey } from '@earworm/service-kit/objects';

/** One empty object for each clip that somebody keeps: `clips-of/<user>/<id>`. */
export const OWNED = 'clips-of/';
/** What was put and not yet looked at: `clips-incoming/<user>/<upload>`. */
export const INCOMING = 'clips-incoming/';

export const keptKey = (clipId: string): string => `clips/${clipId}`;
/** Where a clip waits that nothing refers to any more: still there for a reference that comes after all. */
export const asideKey = (clipId: string): string => `clips-aside/${clipId}`;
export const ownedBy = (userId: UserId): string => `${OWNED}${safe(userId)}/`;
export const incomingOf = (userId: UserId): string => `${INCOMING}${safe(userId)}/`;

/** A user's id as part of a key; ids of other providers may hold what keys may not. */
const safe = (userId: UserId) => (isObjectKey(`u/${userId}`) ? userId : Buffer.from(userId).toString('base64url'));
