import { RefusedError } from '@earworm/contracts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

/** What a picture may be in truth, whatever it is called. */
const TAKEN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** A 50-megapixel photo passes; a picture that unpacks to gigabytes does not. */
const MOST_PIXELS = 60_000_000;
/** A whole page in one picture is long. A longer side takes the decoder seconds, however few pixels there are. */
const MOST_SIDE = 32_767;
const LONGEST_SIDE = 2_560;
const WITHIN_S = 15;

// One reader per format that is taken, none else: no vector graphics, no documents, no delegates.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// One picture uses one core: the others belong to the game.
sharp.concurrency(1);
sharp.cache(false);

/**
 * The picture made anew as WebP: upright, at most 2,560 pixels a side, without metadata and whatever else was packed
 * into its file. Refuses what is no picture and what has too many pixels.
 */
export async function reEncode(bytes: Buffer): Promise<Buffer> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found === undefined || !TAKEN.has(found.mime)) throw new RefusedError('screenshot-not-image');
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error' });
    // Of the header alone.
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
