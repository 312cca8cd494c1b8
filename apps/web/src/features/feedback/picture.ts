import { FEEDBACK_LIMITS, RefusedError, ScreenshotType } from '@earworm/contracts';

/** A screenshot before it is sent. */
export interface Picture {
  readonly name: string;
  readonly blob: Blob;
  /** Of the blob, for as long as it is shown. */
  readonly url: string;
}

/** A part of the picture that nobody shall see; fractions of its width and height. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const LONGEST_SIDE = 2_560;
const QUALITY = 0.9;

/** Refuses what could not be sent anyway, before anybody waits for it. */
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

/** The picture with its boxes black in the pixels themselves; one without boxes stays as it is. */
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
