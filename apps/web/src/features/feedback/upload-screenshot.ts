import { RefusedError } from '@earworm/contracts';
import { http } from '../../platform/http/http.js';

const WITHIN_MS = 60_000;

/** Puts the picture where the server says, straight; the upload's id. Throws RefusedError. */
export async function uploadScreenshot(fileName: string, blob: Blob): Promise<string> {
  const wish = { fileName, contentType: blob.type, size: blob.size };
  const { uploadId, url, fields } = await http.call('startScreenshotUpload', { body: wish });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', blob, fileName);
  const request = { method: 'POST', body: form, signal: AbortSignal.timeout(WITHIN_MS) };
  const response = await fetch(url, request).catch(() => null);
  if (response?.ok) return uploadId;
  throw new RefusedError(response?.status === 413 ? 'screenshot-too-large' : 'screenshots-away');
}
