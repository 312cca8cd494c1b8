import type { UserId } from '@earworm/rules';
import { isObjectKey } from '@earworm/service-kit/objects';

/** One empty object for each clip of a user, for the quota: `clips-of/<user>/<clip>`. */
export const OWNED = 'clips-of/';
/** Uploads that are not validated: `clips-incoming/<user>/<upload>`. */
export const INCOMING = 'clips-incoming/';

export const clipKey = (clipId: string): string => `clips/${clipId}`;
/** Its stored prefix is older than the word. */
export const retiredKey = (clipId: string): string => `clips-aside/${clipId}`;
export const ownedBy = (userId: UserId): string => `${OWNED}${keyPart(userId)}/`;
export const incomingOf = (userId: UserId): string => `${INCOMING}${keyPart(userId)}/`;

/** Ids of other identity providers may contain characters that keys may not. */
const keyPart = (userId: UserId) => (isObjectKey(`u/${userId}`) ? userId : Buffer.from(userId).toString('base64url'));
