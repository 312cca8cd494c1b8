import { clipPath, isUploadedClip } from '@earworm/contracts';
import type { ClipId } from '@earworm/rules';
import { http } from '../../platform/http/http.js';

/** Half of an address's validity, ms. */
const GOOD_FOR_MS = 1_800_000;
const KEPT = 50;
const addresses = new Map<ClipId, { readonly address: Promise<string>; readonly requestedAt: number }>();

export function clipAddress(clipId: ClipId): Promise<string> {
  if (!isUploadedClip(clipId)) return Promise.resolve(clipPath(clipId));
  const before = addresses.get(clipId);
  if (before && performance.now() - before.requestedAt < GOOD_FOR_MS) return before.address;
  const address = http.call('clipAddress', { params: { clipId } }).then(({ url }) => url);
  addresses.delete(clipId);
  addresses.set(clipId, { address, requestedAt: performance.now() });
  const oldest = addresses.keys().next();
  if (addresses.size > KEPT && !oldest.done) addresses.delete(oldest.value);
  // A failure is not cached.
  address.catch(() => addresses.delete(clipId));
  return address;
}
