import { z } from 'zod';

/** Where `folderRoutes` answers. */
export const OBJECTS_PATH = '/api/objects';

/** What an upload form allows; it travels in the form, signed. */
export const UploadPolicy = z.strictObject({
  key: z.string(),
  contentType: z.string(),
  maxBytes: z.number().int().positive(),
  /** ms since the epoch. */
  expires: z.number(),
});
export type UploadPolicy = z.infer<typeof UploadPolicy>;

export const uploadText = (policy: UploadPolicy): string => Buffer.from(JSON.stringify(policy)).toString('base64url');

/** What was signed, once its signature is known to be genuine. */
export const policyIn = (text: string): UploadPolicy =>
  UploadPolicy.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));

/** A space is in none of the parts but the last. */
export const downloadText = (key: string, expires: string, fileName: string): string =>
  `download ${key} ${expires} ${fileName}`;
