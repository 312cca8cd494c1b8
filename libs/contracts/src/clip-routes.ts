import { z } from 'zod';
import { ClipId } from '@earworm/rules';
import * as calls from './calls/clips.js';
import { answersOf, route } from './route.js';

export const CLIP_ROUTES = {
  startClipUpload: route({
    access: 'signed-in',
    summary: 'Where and how an audio file may be put',
    body: calls.ClipWish,
    ...answersOf(calls.startClipUpload),
    spends: 'upload_clip',
  }),
  acceptClip: route({
    access: 'signed-in',
    summary: 'Keep an audio file that was put',
    params: z.strictObject({ uploadId: z.uuid() }),
    ...answersOf(calls.acceptClip),
  }),
  clipAddress: route({
    access: 'signed-in',
    summary: 'A short-lived address of an uploaded clip',
    params: z.strictObject({ clipId: ClipId }),
    ...answersOf(calls.clipAddress),
  }),
} as const;
