import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FakeAudio } from '../../testing/fake-audio.js';
import { renderPart } from '../../testing/render.js';
import { useWakeLock } from './use-wake-lock.js';

const State = () => <output>{useWakeLock()}</output>;
const state = () => screen.getByRole('status').textContent;
const video = () => document.querySelector('video');
const becomes = (wanted: string) => waitFor(() => expect(state()).toBe(wanted));

let media: FakeAudio;
beforeEach(() => void (media = new FakeAudio()));
afterEach(() => {
  media.remove();
  Reflect.deleteProperty(navigator, 'wakeLock');
  Reflect.deleteProperty(window, 'isSecureContext');
});

const withLock = (request: () => Promise<unknown>) =>
  Object.assign(navigator, { wakeLock: { request } }) && Object.assign(window, { isSecureContext: true });

describe('wake lock of a screen', () => {
  it('uses the Wake Lock API where there is one', async () => {
    let released = 0;
    withLock(() => Promise.resolve({ release: () => Promise.resolve(released++) }));
    const { unmount } = await renderPart(<State />);
    await becomes('on');
    expect(video()).toBeNull();
    unmount();
    await waitFor(() => expect(released).toBe(1));
  });

  it.each([
    ['over plain http', () => undefined],
    ['when the lock is refused', () => withLock(() => Promise.reject(new DOMException('low battery')))],
  ])('plays a muted video without loop %s, until the page is left', async (_, prepare) => {
    prepare();
    const { unmount } = await renderPart(<State />);
    await waitFor(() => expect(video()).toBeTruthy());
    expect(video()).toMatchObject({ muted: true, loop: false, playsInline: true });
    expect(video()!.getAttribute('aria-hidden')).toBe('true');
    await becomes('on');
    unmount();
    await waitFor(() => expect(video()).toBeNull());
  });

  it('starts the video again before it ends', async () => {
    await renderPart(<State />);
    await waitFor(() => expect(video()).toBeTruthy());
    const element = Object.defineProperty(video()!, 'duration', { value: 30 });
    element.currentTime = 20;
    fireEvent.timeUpdate(element);
    expect(element.currentTime).toBe(20);
    element.currentTime = 26;
    fireEvent.timeUpdate(element);
    expect(element.currentTime).toBe(0);
  });

  it.each([
    ['insecure', () => undefined],
    ['refused', () => withLock(() => Promise.reject(new DOMException('low battery')))],
  ])(
    'reports that the screen may turn off (%s) while the video is refused too, until a touch starts it',
    async (reason, prepare) => {
      prepare();
      media.video = 'refused';
      await renderPart(<State />);
      await becomes(reason);
      media.video = 'plays';
      fireEvent.click(document.body);
      await becomes('on');
    },
  );
});
