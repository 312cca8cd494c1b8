import type { ClipId } from '@earworm/rules';
import type { Member } from './members.js';

/** Uploads an audio file as the question form does. */
export async function uploadClip(
  { http, serverUrl }: Pick<Member, 'http' | 'serverUrl'>,
  audio: Buffer,
  fileName = 'clip.wav',
): Promise<ClipId> {
  const { uploadId, url, fields } = await http.call('startClipUpload', { body: { size: audio.length } });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(audio)]), fileName);
  const put = await fetch(new URL(url, serverUrl), { method: 'POST', body: form });
  if (!put.ok) throw new Error(`upload: ${put.status} ${await put.text()}`);
  return (await http.call('acceptClip', { params: { uploadId } })).clipId;
}
