import type { Readable } from 'node:stream';
import { ObjectTooLargeError } from './port.js';

/** All of a stream. One that turns out longer is cut off and rejects with ObjectTooLargeError. */
export async function readAtMost(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > maxBytes) {
      stream.destroy();
      throw new ObjectTooLargeError(`more than ${maxBytes} bytes`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
