import { z } from 'zod';
import { LINK_MAX_LENGTH } from '../constants.js';
import { ClipId } from '../ids.js';

/** A YouTube link as typed, with what the offline parser read from it. `start` and `end` are seconds. */
export const YoutubeMedium = z.strictObject({
  kind: z.literal('youtube'),
  youtubeLink: z.string().max(LINK_MAX_LENGTH),
  videoId: z.string().regex(/^[A-Za-z0-9_-]{11}$/),
  start: z.number().min(0).max(86_400).nullable(),
  end: z.number().min(0).max(86_400).nullable(),
});

export const ClipMedium = z.strictObject({ kind: z.literal('clip'), clipId: ClipId });

/** What a question plays. */
export const Medium = z.discriminatedUnion('kind', [YoutubeMedium, ClipMedium]);
export type Medium = z.infer<typeof Medium>;
