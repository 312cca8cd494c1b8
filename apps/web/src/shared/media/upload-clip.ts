import { CLIP_MAX_BYTES, RefusedError } from '@earworm/contracts';
import type { ClipId } from '@earworm/rules';
import { busyDuring } from '../../platform/busy-control.js';
import { http } from '../../platform/http/http.js';

/** The server checks the actual type. */
export const AUDIO_TYPES = 'audio/*,.mp3,.m4a,.aac,.ogg,.opus,.oga,.wav,.webm';

/** Throws RefusedError. */
export async function uploadClip(file: File): Promise<ClipId> {
  if (file.size > CLIP_MAX_BYTES) throw new RefusedError('clip-too-large');
  if (file.size === 0) throw new RefusedError('clip-not-audio');
  const { uploadId, url, fields } = await http.call('startClipUpload', { body: { size: file.size } });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const put = await busyDuring(fetch(url, { method: 'POST', body: form })).catch(() => null);
  if (put?.status === 413) throw new RefusedError('clip-too-large');
  if (!put?.ok) throw new RefusedError('clips-away');
  return (await http.call('acceptClip', { params: { uploadId } })).clipId;
}
