import type { RoleEvents } from '@earworm/contracts';
import { framed } from '../wire/frame.js';

/** Events whose frame is made once, however many rings keep it. */
export interface KeptEvents extends Omit<RoleEvents, 'frame'> {
  readonly framed: () => Buffer;
}

export function keptEvents({ frame, ...where }: RoleEvents): KeptEvents {
  let bytes: Buffer | undefined;
  return { ...where, framed: () => (bytes ??= framed(frame)) };
}
