import type { IncomingMessage } from 'node:http';

const LARGEST = 8192;

/** The fields of a posted form. Undefined when it is larger than 8 KiB. Works too where a body parser came first. */
export async function formBody(req: IncomingMessage & { body?: unknown }): Promise<URLSearchParams | undefined> {
  if (req.body && typeof req.body === 'object' && !req.readable) {
    const fields = Object.entries(req.body).filter((field): field is [string, string] => typeof field[1] === 'string');
    return new URLSearchParams(fields);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Not destroyed when it is left early: the answer goes the same way.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > LARGEST) return undefined;
    chunks.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
