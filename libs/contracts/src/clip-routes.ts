import { z } from 'zod';
import { ClipId } from '@earworm/rules';
import * as calls from './calls/clips.js';
import { PATHS } from './paths.js';
import { route } from './route.js';

/** The routes of uploaded audio clips; part of the one table. */
export const CLIP_ROUTES = {
  startClipUpload: route({
    ...PATHS.startClipUpload,
    access: 'signed-in',
    summary: 'Where and how an audio file may be put',
    body: calls.ClipWish,
    reply: calls.startClipUpload.reply,
    errors: calls.startClipUpload.errors,
    spends: 'upload_clip',
  }),
  acceptClip: route({
    ...PATHS.acceptClip,
    access: 'signed-in',
    summary: 'Keep an audio file that was put',
    params: z.strictObject({ uploadId: z.uuid() }),
    reply: calls.acceptClip.reply,
    errors: calls.acceptClip.errors,
  }),
  clipAddress: route({
    ...PATHS.clipAddress,
    access: 'signed-in',
    summary: 'A short-lived address of an uploaded clip',
    params: z.strictObject({ clipId: ClipId }),
    reply: calls.clipAddress.reply,
    errors: calls.clipAddress.errors,
  }),
} as const;
