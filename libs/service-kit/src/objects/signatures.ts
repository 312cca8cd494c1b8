import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Signatures {
  sign(text: string): Promise<string>;
  isGenuine(text: string, signature: string): Promise<boolean>;
}

/** Signs with a key that stands in the folder, so that every process that is given the folder signs alike. */
export function signaturesOf(folder: string): Signatures {
  let key: Promise<Buffer> | null = null;
  const readKey = () =>
    (key ??= openKey(folder).catch((error: unknown) => ((key = null), Promise.reject(error as Error))));
  const sign = async (text: string) =>
    createHmac('sha256', await readKey())
      .update(text)
      .digest('hex');
  return {
    sign,
    async isGenuine(text, signature) {
      const right = Buffer.from(await sign(text));
      const given = Buffer.from(signature);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

async function openKey(folder: string): Promise<Buffer> {
  const file = join(folder, 'signing-key');
  const read = () => readFile(file).catch(() => null);
  const known = await read();
  if (known !== null) return known;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `signing-key-${randomBytes(8).toString('hex')}`);
  await writeFile(draft, randomBytes(32), { mode: 0o600 });
  // Linked, not written in place: of several processes one wins, and nobody reads half a key.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(file);
}
