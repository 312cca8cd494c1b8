import { domToCanvas } from 'modern-screenshot';
import { jpegOf, type Picture } from './picture.js';

const WITHIN_MS = 12_000;
/** A sharper picture would exceed the size limit. */
const MOST_PIXELS_EACH = 2;

/** This feature's own window, embedded pages, and the video that keeps the screen on. */
const isLeftOut = (node: Node): boolean =>
  node instanceof HTMLElement && ('feedback' in node.dataset || ['IFRAME', 'VIDEO'].includes(node.tagName));

export async function capturePage(): Promise<Picture> {
  const scale = Math.min(devicePixelRatio, MOST_PIXELS_EACH);
  const backgroundColor = getComputedStyle(document.documentElement).backgroundColor;
  const page = await domToCanvas(document.body, {
    scale,
    timeout: WITHIN_MS,
    style: { margin: '0' },
    backgroundColor:
      backgroundColor === 'rgba(0, 0, 0, 0)' ? getComputedStyle(document.body).backgroundColor : backgroundColor,
    filter: (node) => !isLeftOut(node),
  });
  const seen = document.createElement('canvas');
  seen.width = Math.round(innerWidth * scale);
  seen.height = Math.round(innerHeight * scale);
  const paper = seen.getContext('2d');
  if (paper === null) throw new Error('no canvas');
  const { left, top } = document.body.getBoundingClientRect();
  paper.drawImage(page, left * scale, top * scale);
  const blob = await jpegOf(seen);
  return { name: 'page.jpg', blob, url: URL.createObjectURL(blob) };
}
