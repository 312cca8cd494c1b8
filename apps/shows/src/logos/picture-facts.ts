import { fileTypeFromBuffer } from 'file-type';

export interface PictureFacts {
  /** Its media type. */
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

type Size = readonly [width: number, height: number] | null;

/** Of each type that is accepted, where its header has the size. Null: it has none. A read beyond the end throws. */
const SIZES: Readonly<Record<string, (bytes: Buffer) => Size>> = {
  'image/png': (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
  'image/jpeg': sizeOfJpeg,
  'image/webp': sizeOfWebp,
};

/** Type and size of a picture, by its first bytes: nothing decodes it. Null for every other file. */
export async function pictureFacts(bytes: Buffer): Promise<PictureFacts | null> {
  const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? '';
  const size = sizeIn(type, bytes);
  if (size === null) return null;
  const [width, height] = size;
  return width > 0 && height > 0 ? { type, width, height } : null;
}

function sizeIn(type: string, bytes: Buffer): Size {
  try {
    return SIZES[type]?.(bytes) ?? null;
  } catch {
    return null;
  }
}

/** The frames that JPEG knows, without the tables whose markers are among theirs. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const SCAN = 0xda;

/** From segment to segment, until the one of the frame. */
function sizeOfJpeg(bytes: Buffer): Size {
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    if (marker === SCAN) return null;
    // A marker may have fill bytes before it.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
}

/** Of its three kinds: lossy, lossless and extended. */
function sizeOfWebp(bytes: Buffer): Size {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    default:
      return null;
  }
}
