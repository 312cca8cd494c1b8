import { FEEDBACK_LIMITS, RefusedError, ScreenshotType } from '@earworm/contracts';

export interface Picture {
  readonly name: string;
  readonly blob: Blob;
  readonly url: string;
}

/** Covers private content; fractions of width and height. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const LONGEST_SIDE = 2_560;
const QUALITY = 0.9;

/** Checks the limits before uploading. */
export async function pictureOf(file: File): Promise<Picture> {
  if (!ScreenshotType.safeParse(file.type).success) throw new RefusedError('screenshot-not-image');
  if (file.size > FEEDBACK_LIMITS.screenshotBytes) throw new RefusedError('screenshot-too-large');
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) throw new RefusedError('screenshot-not-image');
  bitmap.close();
  return { name: file.name, blob: file, url: URL.createObjectURL(file) };
}

export const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', QUALITY);
  });

/** Blackens the pixels themselves. */
export async function redacted({ blob }: Picture, boxes: readonly Box[]): Promise<Blob> {
  if (boxes.length === 0) return blob;
  const bitmap = await createImageBitmap(blob);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const paper = canvas.getContext('2d');
  if (paper === null) throw new Error('no canvas');
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  paper.fillStyle = '#000';
  for (const { x, y, width, height } of boxes) {
    paper.fillRect(x * canvas.width, y * canvas.height, width * canvas.width, height * canvas.height);
  }
  return jpegOf(canvas);
}
