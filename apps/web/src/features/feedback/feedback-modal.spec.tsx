import { beforeEach, describe, expect, it } from '@jest/globals';
import { FEEDBACK_LIMITS } from '@earworm/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { gateway } from '../../testing/fake-gateway.js';
import { click, dialog, draw, fill, pass, press, valueOf } from '../../testing/user-actions.js';
import { signInAs } from '../../testing/render.js';
import '../../testing/saved-files.js';
import { FeedbackButton } from './feedback-button.js';
import './feedback-modal.js';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const SENT = { feedbackId: '00000000-0000-4000-8000-000000000001' };
const UPLOAD_ID = '00000000-0000-4000-8000-000000000002';
const THANKS = 'Thank you for your feedback!';

beforeEach(() => {
  signInAs({ id: 'pia', name: 'Pia' });
  // What jsdom cannot do: look into a picture. These say by their first bytes what they are.
  globalThis.createImageBitmap = (async (blob: Blob) => {
    if (blob.size === 0) throw new Error('no picture');
    return { width: 1, height: 1, close: () => undefined };
  }) as unknown as typeof createImageBitmap;
});

const open = async () => {
  await draw(<FeedbackButton />);
  await press('Send Feedback');
  return dialog('Send Feedback');
};
type Form = Awaited<ReturnType<typeof open>>;
const send = (form: Form) => press('Send Feedback', form);
const write = async (form: Form, title = 'Louder applause', description = 'When somebody is right.') => {
  await fill(/^Title/, title, form);
  await fill(/^Description/, description, form);
};
const attach = async (type: string, size: number) => {
  const input = document.querySelector('input[type="file"]')!;
  const file = new File([PNG.subarray(0, Math.min(size, 8))], 'shot.png', { type });
  Object.defineProperty(file, 'size', { value: size });
  fireEvent.change(input, { target: { files: [file] } });
  await pass();
};
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the feedback button', () => {
  it('asks a visitor to sign in first', async () => {
    signInAs(null);
    await draw(<FeedbackButton />);
    await press('Send Feedback');
    await press('Close', await dialog('Sign In'));
    await closed();
    expect(screen.queryByRole('dialog', { name: 'Send Feedback' })).toBeNull();
  });
});

describe('the feedback form', () => {
  it.each([
    ['', ''],
    ['Louder applause', ' '],
    [' ', 'When somebody is right.'],
  ])('rejects the title “%s” with the description “%s”', async (title, description) => {
    const form = await open();
    await write(form, title, description);
    await send(form);
    expect(form.getByRole('alert').textContent).toBe('Please fill in all required fields');
    expect(form.getByLabelText(/^Title/).getAttribute('aria-invalid')).toBe(title.trim() === '' ? 'true' : null);
    expect(gateway.inputsOf('submitFeedback')).toEqual([]);
    await fill(/^Title/, 'Something', form);
    expect(form.getByRole('alert').textContent).toBe('');
  });

  it('sends the type, title and description as they were typed, with the version of the product', async () => {
    const form = await open();
    await click(form.getByRole('radio', { name: 'Feature' }));
    form.getByPlaceholderText('What would you like to be able to do?');
    await write(form, '=Louder applause', 'When somebody is right.\nPlease!');
    gateway.answer('submitFeedback', SENT);
    await send(form);
    expect(gateway.inputsOf('submitFeedback')[0]?.body).toMatchObject({
      ...{ type: 'feature', title: '=Louder applause', description: 'When somebody is right.\nPlease!' },
      ...{ uploadId: null, gameVersion: expect.any(String) },
    });
  });

  it('thanks for two seconds, then closes, and is empty when it is opened again', async () => {
    const form = await open();
    await write(form);
    gateway.answer('submitFeedback', SENT);
    await send(form);
    form.getByText(THANKS);
    await pass(1_990);
    expect(screen.getByRole('dialog').textContent).toContain(THANKS);
    await pass(10);
    await closed();
    await press('Send Feedback');
    expect(valueOf(/^Title/, await dialog('Send Feedback'))).toBe('');
  });

  it('closes two seconds after it was sent also when the page around it is drawn again and again', async () => {
    const Page = () => {
      const [, setTurn] = useState(0);
      useEffect(() => {
        const timer = setInterval(() => setTurn((turn) => turn + 1), 500);
        return () => clearInterval(timer);
      }, []);
      return <FeedbackButton />;
    };
    await draw(<Page />);
    await press('Send Feedback');
    const form = await dialog('Send Feedback');
    await write(form);
    gateway.answer('submitFeedback', SENT);
    await send(form);
    for (let turn = 0; turn < 4; turn++) await pass(500);
    await closed();
  });

  it('closes while it thanks, and shows the form when it is opened again within the two seconds', async () => {
    const form = await open();
    await write(form);
    gateway.answer('submitFeedback', SENT);
    await send(form);
    await press('Close', form);
    await press('Send Feedback');
    const again = await dialog('Send Feedback');
    again.getByLabelText(/^Title/);
    expect(again.queryByText(THANKS)).toBeNull();
    await pass(3_000);
    again.getByLabelText(/^Title/);
  });

  it('asks to wait a minute between two, and loses nothing that was typed', async () => {
    const form = await open();
    await write(form, 'One more', 'thing');
    gateway.refuse('submitFeedback', 'feedback-too-soon');
    await send(form);
    expect(form.getByRole('alert').textContent).toBe('You can only submit feedback once per minute. Please wait.');
    expect([valueOf(/^Title/, form), valueOf(/^Description/, form)]).toEqual(['One more', 'thing']);
  });

  it('sends the same feedback id again after a lost answer, and a new one for the next feedback', async () => {
    const form = await open();
    await write(form);
    gateway.disconnect('submitFeedback');
    await send(form);
    expect(form.getByRole('alert').textContent).toBe('Failed to submit feedback. Please try again later.');
    gateway.refuse('submitFeedback', 'internal');
    await send(form);
    expect(form.getByRole('alert').textContent).toBe('Failed to submit feedback. Please try again later.');
    gateway.answer('submitFeedback', SENT);
    await send(form);
    await pass(2_000);
    await closed();
    await press('Send Feedback');
    const next = await dialog('Send Feedback');
    await write(next);
    await send(next);
    const [first, second, third, fourth] = gateway.inputsOf('submitFeedback').map(({ body }) => body.feedbackId);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it('keeps what was typed while its window is closed', async () => {
    const form = await open();
    await write(form);
    await press('Close', form);
    await closed();
    await press('Send Feedback');
    expect(valueOf(/^Title/, await dialog('Send Feedback'))).toBe('Louder applause');
  });
});

describe('the context sent with feedback', () => {
  const context = () => gateway.inputsOf('submitFeedback').at(-1)?.body.context;
  const submit = async (form: Form) => {
    await write(form);
    gateway.answer('submitFeedback', SENT);
    await send(form);
  };

  it('contains the page without query and fragment, the size of the window, the language and the build', async () => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', src: '/assets/index-a1B2_c3D.js' });
    document.head.append(script);
    await draw(<FeedbackButton />, { at: '/library?search=secret#key' });
    await press('Send Feedback');
    await submit(await dialog('Send Feedback'));
    script.remove();
    expect(context()).toEqual({
      ...{ gameId: null, gameCode: null, page: '/library', build: 'a1B2_c3D', language: 'en' },
      ...{ viewportWidth: innerWidth, viewportHeight: innerHeight },
    });
  });

  it.each(['/setup/game-1', '/admin/operations/game-1'])('contains the game of %s', async (at) => {
    await draw(<FeedbackButton />, { at });
    await press('Send Feedback');
    await submit(await dialog('Send Feedback'));
    expect(context()).toMatchObject({ gameId: 'game-1', page: at });
  });

  it('appears as a list in the form before it is sent', async () => {
    const form = await open();
    form.getByText('Also sent: the address of this page, your game, your browser and the version of Earworm.');
  });
});

describe('attaching a screenshot to feedback', () => {
  it.each([
    ['a PDF', 'application/pdf', 8, 'The screenshot must be an image (PNG, JPEG, WebP or GIF).'],
    [
      'a file that only says it is an image',
      'image/png',
      0,
      'The screenshot must be an image (PNG, JPEG, WebP or GIF).',
    ],
    [
      'an image over 5 MB',
      'image/png',
      FEEDBACK_LIMITS.screenshotBytes + 1,
      'The screenshot must be no larger than 5 MB.',
    ],
  ])('rejects %s', async (_, type, size, sentence) => {
    const form = await open();
    await attach(type, size);
    expect(form.getByRole('alert').textContent).toBe(sentence);
    form.getByRole('button', { name: 'Upload an image' });
  });

  it('uploads the image once to the address from the server, also when the feedback is sent twice', async () => {
    const form = await open();
    await write(form);
    await attach('image/png', 8);
    form.getByRole('button', { name: 'Remove screenshot' });
    gateway.answer('startScreenshotUpload', { uploadId: UPLOAD_ID, url: '/storage', fields: { key: 'abc' } });
    const uploads: (readonly [string, string])[] = [];
    gateway.elsewhere((url, { body }) => {
      uploads.push([url, String((body as FormData).get('key'))]);
      return new Response(null, { status: 204 });
    });
    gateway.disconnect('submitFeedback');
    await send(form);
    gateway.answer('submitFeedback', SENT);
    await send(form);
    expect(gateway.inputsOf('startScreenshotUpload').map(({ body }) => body)).toEqual([
      { fileName: 'shot.png', contentType: 'image/png', size: 8 },
    ]);
    expect(uploads).toEqual([['http://localhost/storage', 'abc']]);
    expect(gateway.inputsOf('submitFeedback').at(-1)?.body.uploadId).toBe(UPLOAD_ID);
  });

  it('offers to send the feedback without a screenshot that cannot be stored', async () => {
    const form = await open();
    await write(form);
    await attach('image/png', 8);
    gateway.refuse('startScreenshotUpload', 'screenshots-away');
    await send(form);
    expect(form.getByRole('alert').textContent).toBe(
      'Screenshots cannot be stored right now. Send your feedback without one, or try again later.',
    );
    gateway.answer('submitFeedback', SENT);
    await press('Send without screenshot', form);
    expect(gateway.inputsOf('submitFeedback')[0]?.body.uploadId).toBeNull();
    form.getByText(THANKS);
  });

  it('reports that the image is too large, or cannot be stored, when the store refuses it', async () => {
    const form = await open();
    await write(form);
    await attach('image/png', 8);
    gateway.answer('startScreenshotUpload', { uploadId: UPLOAD_ID, url: '/storage', fields: {} });
    gateway.elsewhere(() => new Response(null, { status: 413 }));
    await send(form);
    expect(form.getByRole('alert').textContent).toBe('The screenshot must be no larger than 5 MB.');
    gateway.elsewhere(() => new Response(null, { status: 500 }));
    await send(form);
    expect(form.getByRole('alert').textContent).toContain('Screenshots cannot be stored right now.');
  });

  it('draws boxes over private content, which can be undone', async () => {
    const form = await open();
    await attach('image/png', 8);
    const boxes = () => form.queryAllByRole('button', { name: /^Box / }).map((box) => box.getAttribute('aria-label'));
    await press('Add a box', form);
    await press('Add a box', form);
    expect(boxes()).toHaveLength(2);
    await press('Remove last box', form);
    expect(boxes()).toHaveLength(1);
    await press('Remove screenshot', form);
    form.getByRole('button', { name: 'Upload an image' });
  });
});
