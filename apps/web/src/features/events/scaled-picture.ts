import { RefusedError, SHOW_LIMITS } from '@earworm/contracts';

export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';
/** Sharp on a projector and on paper; smaller ones for a picture that is still too large. */
const LONGEST_SIDES = [1_000, 700, 500, 300];

/** A picture as the server takes it: scaled down, and without what a camera noted. In base64. Throws RefusedError. */
export async function scaledPicture(file: File): Promise<string> {
  const isAllowed = PICTURE_TYPES.split(',').includes(file.type);
  const bitmap = isAllowed ? await createImageBitmap(file).catch(() => null) : null;
  if (bitmap === null) throw new RefusedError('event-logo-not-image');
  try {
    for (const side of LONGEST_SIDES) {
      const canvas = drawn(bitmap, side);
      for (const type of ['image/png', 'image/webp']) {
        const blob = await blobOf(canvas, type);
        if (blob !== null && blob.size <= SHOW_LIMITS.logoBytes) return await base64Of(blob);
      }
    }
  } finally {
    bitmap.close();
  }
  throw new RefusedError('event-logo-too-large');
}

function drawn(bitmap: ImageBitmap, longestSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.9));

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(new RefusedError('event-logo-not-image'));
    reader.readAsDataURL(blob);
  });
