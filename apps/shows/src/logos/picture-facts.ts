import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';

export interface PictureFacts {
  /** Its media type. */
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Type and size of a picture, by its header: nothing decodes it. Null for every other file. */
export async function pictureFacts(bytes: Buffer): Promise<PictureFacts | null> {
  const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? '';
  if (!TYPES.has(type)) return null;
  const { width, height } = sizeOf(bytes);
  return width > 0 && height > 0 ? { type, width, height } : null;
}

function sizeOf(bytes: Buffer) {
  try {
    // A copy: the library reads on in the memory that small buffers share.
    return imageSize(Uint8Array.from(bytes));
  } catch {
    return { width: 0, height: 0 };
  }
}
