import { RefusedError } from '@earworm/contracts';
import { busyDuring } from '../../platform/busy-control.js';
import { http } from '../../platform/http/http.js';

const WITHIN_MS = 60_000;

/** Uploads straight to the object store. Throws RefusedError. */
export async function uploadScreenshot(fileName: string, blob: Blob): Promise<string> {
  const wish = { fileName, contentType: blob.type, size: blob.size };
  const { uploadId, url, fields } = await http.call('startScreenshotUpload', { body: wish });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', blob, fileName);
  const request = { method: 'POST', body: form, signal: AbortSignal.timeout(WITHIN_MS) };
  const response = await busyDuring(fetch(url, request)).catch(() => null);
  if (response?.ok) return uploadId;
  throw new RefusedError(response?.status === 413 ? 'screenshot-too-large' : 'screenshots-away');
}

/** A version 4 UUID, also over plain http, where `randomUUID` is missing. */
export function freshUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
