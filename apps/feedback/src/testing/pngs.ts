import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A small file that is right in every way: one bit a pixel, all of them black. Square unless a height is given. */
export function enormousPng(width: number, height = width): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 1 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** A PNG with the chunk that announces an animation, which decoders of plain PNG ignore. */
export function animatedPng(): Buffer {
  const plain = enormousPng(8);
  const headerEnd = 33;
  const frames = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]);
  return Buffer.concat([plain.subarray(0, headerEnd), chunk('acTL', frames), plain.subarray(headerEnd)]);
}
