import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Signs with a key file in the folder, shared by all processes that use it. */
export function signaturesOf(folder: string) {
  let key: Promise<Buffer> | null = null;
  const readKey = () =>
    (key ??= openKey(folder).catch((error: unknown) => ((key = null), Promise.reject(error as Error))));
  const sign = async (text: string) =>
    createHmac('sha256', await readKey())
      .update(text)
      .digest('hex');
  return {
    sign,
    async isGenuine(text: string, signature: string): Promise<boolean> {
      const right = Buffer.from(await sign(text));
      const given = Buffer.from(signature);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

async function openKey(folder: string): Promise<Buffer> {
  const file = join(folder, 'signing-key');
  const read = () => readFile(file).catch(() => null);
  const stored = await read();
  if (stored !== null) return stored;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `signing-key-${randomBytes(8).toString('hex')}`);
  await writeFile(draft, randomBytes(32), { mode: 0o600 });
  // Linked: of several processes one wins, and none reads half a key.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(file);
}

export const OBJECTS_PATH = '/api/objects';

export const UploadPolicy = z.strictObject({
  key: z.string(),
  contentType: z.string(),
  maxBytes: z.number().int().positive(),
  expires: z.number(),
});
export type UploadPolicy = z.infer<typeof UploadPolicy>;

export const uploadText = (policy: UploadPolicy): string => Buffer.from(JSON.stringify(policy)).toString('base64url');

/** Call only after verifying the signature. */
export const policyIn = (text: string): UploadPolicy =>
  UploadPolicy.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));

export const downloadText = (key: string, expires: string, fileName: string): string =>
  `download ${key} ${expires} ${fileName}`;
