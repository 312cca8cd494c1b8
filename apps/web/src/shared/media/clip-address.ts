import { clipPath, isUploadedClip } from '@earworm/contracts';
import type { ClipId } from '@earworm/rules';
import { http } from '../../platform/http/http.js';

/** Half of an address's validity, ms. */
const GOOD_FOR_MS = 1_800_000;
const KEPT = 50;
const known = new Map<ClipId, { readonly address: Promise<string>; readonly askedAt: number }>();

export function clipAddress(clipId: ClipId): Promise<string> {
  if (!isUploadedClip(clipId)) return Promise.resolve(clipPath(clipId));
  const before = known.get(clipId);
  if (before && performance.now() - before.askedAt < GOOD_FOR_MS) return before.address;
  const address = http.call('clipAddress', { params: { clipId } }).then(({ url }) => url);
  known.delete(clipId);
  known.set(clipId, { address, askedAt: performance.now() });
  const oldest = known.keys().next();
  if (known.size > KEPT && !oldest.done) known.delete(oldest.value);
  // A failure is not cached.
  address.catch(() => known.delete(clipId));
  return address;
}
