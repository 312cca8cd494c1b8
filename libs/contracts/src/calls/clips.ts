import { ClipId, UserId } from '@earworm/rules';
import { z } from 'zod';
import { defineCall } from '../call.js';

export const CLIP_MAX_BYTES = 12 * 1024 * 1024;
export const CLIPS_MAX = 1_000;
export const GUEST_CLIPS_MAX = 100;

export const ClipWish = z.strictObject({ size: z.number().int().min(1) });

export const startClipUpload = defineCall({
  subject: 'library.start-clip',
  request: ClipWish.extend({ userId: UserId, isGuest: z.boolean().default(false) }),
  reply: z.strictObject({
    uploadId: z.uuid(),
    /** Takes a POST of multipart/form-data: all `fields`, then `file`. Absolute, or a path on the page's own origin. */
    url: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
  errors: ['clip-too-large', 'clips-full', 'clips-away', 'busy'],
});

/** Checks an upload and stores it under an opaque id. Idempotent: a repeated call returns the same id. */
export const acceptClip = defineCall({
  subject: 'library.accept-clip',
  request: z.strictObject({ userId: UserId, uploadId: z.uuid(), isGuest: z.boolean().default(false) }),
  reply: z.strictObject({ clipId: ClipId }),
  errors: ['clip-not-audio', 'clip-too-large', 'clip-gone', 'clips-full', 'clips-away'],
});

/** A short-lived address of an uploaded clip's bytes. Knowing the id is the only permission needed. */
export const clipAddress = defineCall({
  subject: 'library.clip-address',
  request: z.strictObject({ clipId: ClipId }),
  reply: z.strictObject({ url: z.string() }),
  errors: ['not-found', 'clips-away'],
});
