import { RefusedError } from '@earworm/contracts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

/** By content, not by name. */
const ACCEPTED: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** Above a 50-megapixel photo, below gigabytes of memory. */
const MOST_PIXELS = 60_000_000;
/** Fits a screenshot of a whole page; longer sides take the decoder seconds. */
const MOST_SIDE = 32_767;
const LONGEST_SIDE = 2_560;
const WITHIN_S = 15;

// No decoders for vector graphics and documents.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// The other cores belong to the game.
sharp.concurrency(1);
sharp.cache(false);

/** WebP, upright, at most 2,560 pixels a side, without metadata. Refuses other files and too many pixels. */
export async function reEncode(bytes: Buffer): Promise<Buffer> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found === undefined || !ACCEPTED.has(found.mime)) throw new RefusedError('screenshot-not-image');
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error' });
    const { width, height } = await picture.metadata();
    if (Math.max(width, height) > MOST_SIDE) throw new RefusedError('screenshot-too-many-pixels');
    return await picture
      .timeout({ seconds: WITHIN_S })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    const tooMany = error instanceof Error && /pixel limit/i.test(error.message);
    throw new RefusedError(tooMany ? 'screenshot-too-many-pixels' : 'screenshot-not-image');
  }
}
