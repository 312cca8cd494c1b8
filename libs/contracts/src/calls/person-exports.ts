import { UserId } from '@earworm/rules';
import { z } from 'zod';
import { defineCall } from '../call.js';
import type { EXPORT_PARTS } from '../paths.js';

const request = z.strictObject({ userId: UserId, after: z.string().max(200).nullable() });
/** A page of what a service has of a person. Pass `next` as `after` until it is null. Pages may be empty. */
const reply = z.strictObject({
  rows: z.array(z.strictObject({ what: z.string(), row: z.record(z.string(), z.unknown()) })),
  next: z.string().nullable(),
});
export type ExportPage = z.infer<typeof reply>;

/** One page of everything that a service has of a person. */
const exportFrom = <const Part extends (typeof EXPORT_PARTS)[number]>(part: Part) =>
  defineCall({ subject: `${part}.export-person`, request, reply, errors: ['clips-away', 'unavailable'] });

export const exportFromIdentity = exportFrom('identity');
export const exportFromGame = exportFrom('game');
export const exportFromLibrary = exportFrom('library');
export const exportFromTelemetry = exportFrom('telemetry');
export const exportFromFeedback = exportFrom('feedback');
export const exportFromShows = exportFrom('shows');
