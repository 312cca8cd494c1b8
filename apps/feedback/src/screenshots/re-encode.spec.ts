import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { plainName } from './screenshots.js';
import { animatedPng, enormousPng } from '../testing/pngs.js';
import { reEncode } from './re-encode.js';

const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#ffb52e' } });

describe('re-encoded screenshot', () => {
  it('accepts a picture of 100 pixels a side that is made like the refused enormous ones', async () => {
    expect((await sharp(await reEncode(enormousPng(100))).metadata()).width).toBe(100);
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('stores %s as WebP', async (format) => {
    const encoded = await sharp(await reEncode(await picture().toFormat(format).toBuffer())).metadata();
    expect([encoded.format, encoded.width, encoded.height]).toEqual(['webp', 40, 20]);
  });

  it('turns a picture upright and removes the metadata about place, device and time', async () => {
    const telling = await picture()
      .withMetadata({
        orientation: 6,
        exif: { IFD0: { Make: 'Secret Phone' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } },
      })
      .jpeg()
      .toBuffer();
    expect(telling.includes('Secret Phone')).toBe(true);
    const encoded = await reEncode(telling);
    const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(encoded).metadata();
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect([width, height]).toEqual([20, 40]);
  });

  it('removes what was packed behind the picture', async () => {
    const stowaway = Buffer.concat([await picture().png().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    expect((await reEncode(stowaway)).includes('script')).toBe(false);
  });

  it('shrinks a picture to 2,560 pixels a side', async () => {
    const { width, height } = await sharp(await reEncode(await picture(4_000, 1_000).png().toBuffer())).metadata();
    expect([width, height]).toEqual([2_560, 640]);
  });

  it('refuses a vector graphic with a script in it', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    await expect(reEncode(Buffer.from(svg))).rejects.toMatchObject({ code: 'screenshot-not-image' });
    await expect(reEncode(Buffer.from(`<?xml version="1.0"?>${svg}`))).rejects.toMatchObject({
      code: 'screenshot-not-image',
    });
  });

  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an animated PNG', animatedPng()],
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.alloc(5_000, 0x5a)],
    ['only the beginning of a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('refuses a file that is not a still picture: %s', async (_, bytes) => {
    await expect(reEncode(bytes)).rejects.toMatchObject({ code: 'screenshot-not-image' });
  });

  it.each([
    [1, 59_000_000],
    [59_000_000, 1],
    [32_768, 1],
  ])('refuses a picture of %d by %d pixels by its header, without decoding it', async (width, height) => {
    const header = enormousPng(width, height).subarray(0, 33);
    // Its pixels are broken: who decodes them finds no picture.
    const broken = Buffer.concat([header, enormousPng(1).subarray(33, 44)]);
    for (const bytes of [broken, enormousPng(width, height)])
      await expect(reEncode(bytes)).rejects.toMatchObject({ code: 'screenshot-too-many-pixels' });
  });

  it('accepts a picture whose longest side is 32,767 pixels', async () => {
    const { width, height } = await sharp(await reEncode(enormousPng(32, 32_767))).metadata();
    expect([width, height]).toEqual([3, 2_560]);
  });

  it('refuses a picture that unpacks to 30,000 by 30,000 pixels, without unpacking it', async () => {
    const bomb = enormousPng(30_000);
    expect(bomb.length).toBeLessThan(5 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    await expect(reEncode(bomb)).rejects.toMatchObject({ code: 'screenshot-too-many-pixels' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  }, 60_000);

  it.each([
    ['My Shot (1).png', 'My-Shot-1'],
    ['../../etc/passwd', 'etc-passwd'],
    ['.png', 'screenshot'],
    ['日本.jpg', 'screenshot'],
    ['a'.repeat(300), 'a'.repeat(60)],
  ])('stores a file called %s under a plain name', (fileName, expected) => {
    expect(plainName(fileName)).toBe(expected);
  });
});
