import { describe, expect, it } from '@jest/globals';
import { GIF, JPEG, pngOf, SVG, WEBP } from '../testing/pictures.js';
import { pictureFacts } from './picture-facts.js';

const png = pngOf(59, 31);

describe('type and size of a picture', () => {
  it.each([
    ['PNG', png, 'image/png', 59, 31],
    ['JPEG', JPEG, 'image/jpeg', 40, 20],
    ['lossy WebP', WEBP.lossy, 'image/webp', 40, 20],
    ['lossless WebP', WEBP.lossless, 'image/webp', 40, 20],
    ['WebP with transparency', WEBP.extended, 'image/webp', 40, 20],
  ])('come from the header of a %s file', async (_, bytes, type, width, height) => {
    expect(await pictureFacts(bytes)).toEqual({ type, width, height });
  });

  it('come from a file that has nothing after its header', async () => {
    expect(await pictureFacts(pngOf(8_000, 7_400).subarray(0, 64))).toMatchObject({ width: 8_000, height: 7_400 });
  });

  it.each([
    ['a GIF', GIF],
    ['an SVG', SVG],
    ['a text', Buffer.from('no picture')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG that ends in its header', png.subarray(0, 20)],
    ['a JPEG that ends before its frame', JPEG.subarray(0, 24)],
    ['a JPEG whose segment leads beyond its end', Buffer.concat([JPEG.subarray(0, 4), Buffer.alloc(30, 0xff)])],
    ['a PNG without pixels', pngOf(0, 31)],
  ])('fail in %s', async (_, bytes) => {
    expect(await pictureFacts(bytes)).toBeNull();
  });
});
