import { ClipId, UserId } from '@earworm/rules';
import { z } from 'zod';
import { defineCall } from '../call.js';

export const CLIP_MAX_BYTES = 12 * 1024 * 1024;
export const CLIPS_MAX = 1_000;
export const GUEST_CLIPS_MAX = 100;

const UPLOADED = /^up-[0-9a-f]{32}$/;
/** Built-in clips are public; an uploaded one is read through `clipAddress` only. */
export const isUploadedClip = (clipId: string): boolean => UPLOADED.test(clipId);

export const ClipWish = z.strictObject({ size: z.number().int().min(1) });

export const startClipUpload = defineCall({
  subject: 'library.start-clip',
  request: ClipWish.extend({ userId: UserId, isGuest: z.boolean().default(false) }),
  reply: z.strictObject({
    uploadId: z.uuid(),
    /** Absolute, or a path at the page's own origin: POST multipart/form-data with all `fields`, then `file`. */
    url: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
  errors: ['clip-too-large', 'clips-full', 'clips-away', 'busy'],
});

/** Checks the upload and keeps it under an opaque id; asked again, it answers the same. */
export const acceptClip = defineCall({
  subject: 'library.accept-clip',
  request: z.strictObject({ userId: UserId, uploadId: z.uuid(), isGuest: z.boolean().default(false) }),
  reply: z.strictObject({ clipId: ClipId }),
  errors: ['clip-not-audio', 'clip-too-large', 'clip-gone', 'clips-full', 'clips-away'],
});

/** A short-lived address of an uploaded clip's bytes. Knowing the id is the permission. */
export const clipAddress = defineCall({
  subject: 'library.clip-address',
  request: z.strictObject({ clipId: ClipId }),
  reply: z.strictObject({ url: z.string() }),
  errors: ['not-found', 'clips-away'],
});
