import { CLIP_MAX_BYTES } from '@earworm/contracts';
import { newId } from '@earworm/client';
import { enormousPng } from '@earworm/feedback/testing/pngs';
import { randomUUID } from 'node:crypto';
import { attempt, type AttackClass, unlessOneOf } from '../attempt.js';
import type { Target } from '../target.js';

const OGG = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(2_000)]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Files that are neither pictures nor audio, whatever their type claims. */
const FILES: readonly (readonly [string, Buffer])[] = [
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a vector graphic', Buffer.from(SVG)],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])],
  ['an archive', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500)])],
  ['a document', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['noise', Buffer.alloc(3_000, 0x5a)],
];

type Form = { readonly uploadId: string; readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** Forms that were changed, files that are not what they say, and more of them than allowed. */
export function uploads(target: Target): AttackClass {
  const post = async ({ url, fields }: Form, file: Buffer, changed: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...changed })) body.append(name, value);
    body.append('file', new Blob([new Uint8Array(file)]), 'file');
    const address = url.startsWith('/') ? url : url.slice(target.url.length);
    // Cut off while it is still sending is a refusal, too.
    return target.send(address, { method: 'POST', body }).then(
      ({ status }) => status,
      () => 400,
    );
  };
  const refused = (status: number) => (status >= 400 && status < 500 ? null : `${status} instead of a refusal`);
  const startClip = async (size: number) => {
    const guest = await target.guest();
    const form = (await guest.http.call('startClipUpload', { body: { size } })) as Form;
    return { guest, form };
  };
  const acceptClip = async (file: Buffer) => {
    const { guest, form } = await startClip(file.length);
    const status = await post(form, file);
    if (status !== 204) return { status, code: undefined, sent: false };
    const token = await guest.token();
    return {
      ...(await target.send(`/api/clips/${form.uploadId}/accept`, { method: 'POST', token, body: '{}' })),
      sent: true,
    };
  };
  const submitPicture = async (file: Buffer) => {
    const guest = await target.guest();
    const wish = { fileName: 'shot.png', contentType: 'image/png', size: file.length };
    const form = (await guest.http.call('startScreenshotUpload', { body: wish })) as Form;
    await post(form, file);
    const feedback = { type: 'bug', title: 'T', description: 'D', gameVersion: '1', feedbackId: randomUUID() };
    const body = JSON.stringify({ ...feedback, uploadId: form.uploadId });
    return (
      (await target.send('/api/feedback', { method: 'POST', token: await guest.token(), body })).code ?? 'accepted'
    );
  };
  const tampered: readonly (readonly [string, (form: Form) => Record<string, string>])[] = [
    ['another key', () => ({ key: `clips/up-${'0'.repeat(32)}` })],
    ['a key that leads out', () => ({ key: '../../../../tmp/x' })],
    ['another type', () => ({ 'Content-Type': 'text/html' })],
    ['another signature', () => ({ signature: '0'.repeat(64) })],
    ['no signature', () => ({ signature: '' })],
    ['another policy', ({ fields }) => ({ policy: `${fields['policy']}A` })],
    ['a policy of its own', () => ({ policy: Buffer.from('{"key":"a/b","maxBytes":99999999}').toString('base64url') })],
  ];
  return {
    name: 'uploads',
    atOnce: 4,
    attempts: async () => [
      ...tampered.map(([what, change]) =>
        attempt(`a form with ${what}`, async () => {
          const { form } = await startClip(OGG.length);
          return refused(await post(form, OGG, change(form)));
        }),
      ),
      attempt('more than was said', async () => {
        const { form } = await startClip(1_000);
        return refused(await post(form, OGG));
      }),
      attempt('nothing', async () => refused(await post((await startClip(10)).form, Buffer.alloc(0)))),
      attempt('a size beyond the limit', async () => {
        const body = JSON.stringify({ size: CLIP_MAX_BYTES + 1 });
        const token = await (await target.guest()).token();
        return unlessOneOf((await target.send('/api/clips', { method: 'POST', token, body })).code, 'clip-too-large');
      }),
      attempt('another user’s upload', async () => {
        const { form } = await startClip(OGG.length);
        await post(form, OGG);
        const token = await (await target.guest()).token();
        const path = `/api/clips/${form.uploadId}/accept`;
        return unlessOneOf((await target.send(path, { method: 'POST', token, body: '{}' })).code, 'clip-gone');
      }),
      ...FILES.map(([what, file]) =>
        attempt(`${what} as audio`, async () => unlessOneOf((await acceptClip(file)).code, 'clip-not-audio')),
      ),
      ...FILES.map(([what, file]) =>
        attempt(`${what} as a screenshot`, async () => unlessOneOf(await submitPicture(file), 'screenshot-not-image')),
      ),
      attempt('a picture of 30,000 by 30,000 pixels', async () =>
        unlessOneOf(await submitPicture(enormousPng(30_000)), 'screenshot-too-many-pixels'),
      ),
      attempt('audio that is audio', async () => unlessOneOf((await acceptClip(OGG)).status, 200)),
      attempt(`a clip that is not there (${newId().slice(0, 4)})`, async () => {
        const token = await (await target.guest()).token();
        return unlessOneOf((await target.send(`/api/clips/up-${'0'.repeat(32)}/address`, { token })).status, 404);
      }),
    ],
  };
}
