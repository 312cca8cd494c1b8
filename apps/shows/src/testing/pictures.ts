import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** Its header is right; it has one row of black pixels. `note`: what makes it another file. */
export function pngOf(width: number, height: number, note = ''): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(Math.ceil(width / 8) + 1));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const text = chunk('tEXt', Buffer.from(`Comment\0${note}`));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), text, chunk('IEND', Buffer.alloc(0))]);
}

const base64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** All of these have 40 × 20 pixels. */
export const JPEG = base64(
  '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE' +
    '4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAUACgDASIAAhEBAxEB/8QAFQAB' +
    'AQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAQF/8QAFBEBAAAAAAAAAAAAAAAAAA' +
    'AAAP/aAAwDAQACEQMRAD8ApAMhcAAAAAAAAAA//9k=',
);
export const WEBP = {
  lossy: base64(
    'UklGRkYAAABXRUJQVlA4IDoAAABQAwCdASooABQAPzmaxVuvKyekJWgB4CcJZwDM/oAAK/dm8AD+5Ij/3RfaiqD/kUiw3pqvrdN1SgAA',
  ),
  lossless: base64('UklGRh4AAABXRUJQVlA4TBEAAAAvJ8AEAAfQ2v7Xpf+BiOh/AAA='),
  extended: base64(
    'UklGRmoAAABXRUJQVlA4WAoAAAAQAAAAJwAAEwAAQUxQSAoAAAABB1DAiAhERP8DVlA4IDoAAABQAwCdASooABQAPzmaxVuvKyekJWgB4CcJZwDM/oAAK' +
      '/dm8AD+5Ij/3RfaiqD/kUiw3pqvrdN1SgAA',
  ),
};
export const GIF = base64(
  'R0lGODlhKAAUAIAAAExpcf+1LiH5BAUAAAAALAAAAAAoABQAAAIajI+py+0Po5y02ouz3rz7D4biSJbmiabqihUAOw==',
);
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>a()</script></svg>',
);
