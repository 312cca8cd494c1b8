import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 8192;

/** The fields of a posted form, also behind a body parser. Undefined when it is larger than 8 KiB. */
export async function formBody(req: IncomingMessage & { body?: unknown }): Promise<URLSearchParams | undefined> {
  if (req.body && typeof req.body === 'object' && !req.readable) {
    const fields = Object.entries(req.body).filter((field): field is [string, string] => typeof field[1] === 'string');
    return new URLSearchParams(fields);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Keeps the socket open for the answer when the loop is left early.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_BYTES) return undefined;
    chunks.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
