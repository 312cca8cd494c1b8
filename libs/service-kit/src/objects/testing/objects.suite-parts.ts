import { request } from 'node:http';
import { Readable } from 'node:stream';
import type { ListedObject, ObjectStore } from '../port.js';

export async function listed(store: ObjectStore, prefix: string): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const each of store.list(prefix)) found.push(each);
  return found;
}

const CHUNK = Buffer.alloc(64 * 1024, 7);
const BOUNDARY = 'spec-boundary';

/** Sends a form whose file does not end. A closed connection counts as a refusal: 400. `sent` in bytes. */
export async function sendEndlessly(
  url: URL,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; sent: number }> {
  let sent = 0;
  let answered = false;
  const part = (name: string, rest = '') =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  async function* form() {
    for (const [name, value] of Object.entries(fields)) yield Buffer.from(`${part(name)}${value}\r\n`);
    yield Buffer.from(part('file', '; filename="a.png"'));
    while (!answered && sent < 512 * 1024 * 1024) {
      sent += CHUNK.length;
      yield CHUNK;
    }
  }
  const status = await new Promise<number>((resolve) => {
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const sending = request(url, { method: 'POST', headers: { 'content-type': type, ...headers } }, (response) => {
      answered = true;
      response.resume();
      resolve(response.statusCode ?? 400);
      sending.destroy();
    });
    sending.on('error', () => resolve(400));
    // Some servers send no answer: they just stop reading.
    sending.setTimeout(4_000, () => sending.destroy(new Error('nothing moves')));
    Readable.from(form()).pipe(sending);
  });
  answered = true;
  return { status, sent };
}
