import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MODERATOR } from '@earworm/rules/testing';
import { screen, waitFor } from '@testing-library/react';
import { withdrawYoutubeConsent } from '../../platform/storage/youtube-consent.js';
import { FakeYoutube } from '../../testing/fake-youtube.js';
import { dialog, fill, key, pass, press } from '../../testing/user-actions.js';
import { signInAs } from '../../testing/render.js';
import { open, card, form, reopen, sent } from '../../testing/setup-screen.js';

beforeEach(() => signInAs({ id: MODERATOR, name: 'Mo' }));

describe('listening to one song of the setup', () => {
  let youtube: FakeYoutube;
  beforeEach(() => void (youtube = new FakeYoutube()));
  afterEach(() => youtube.remove());
  const openSong = async () => {
    await open();
    await press('Listen to the question for 100');
    await pass(100);
    return dialog('Listen');
  };

  it('plays it, pauses and starts again, and is silent once it is closed', async () => {
    const window = await openSong();
    window.getByText('Answer 100');
    await window.findByText('Playing');
    await press('Pause', window);
    await pass(10);
    window.getByText('Paused');
    await press('Play', window);
    await pass(10);
    await press('From the start', window);
    await pass(10);
    window.getByText('Playing');
    await key('Escape');
    await pass(1_000);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('reports why it cannot be played', async () => {
    youtube.next = { error: 150 };
    const window = await openSong();
    await window.findByText('This video can only be played on YouTube itself.');
    await press('Try again', window);
    await window.findByText('Playing');
  });

  it('plays what is typed in a form before it is saved', async () => {
    await open();
    await press('Add Question', card('TV'));
    const place = form('New question in TV');
    expect(place.getByRole('button', { name: 'Listen' }).hasAttribute('disabled')).toBe(true);
    await fill('YouTube Link', 'https://youtu.be/dddddddddd4', place);
    await press('Listen', place);
    await pass(100);
    await (await dialog('Listen')).findByText('Playing');
    expect(youtube.log).toContain('play dddddddddd4');
    expect(sent('addQuestion')).toEqual([]);
  });
});

describe('the sound check', () => {
  let youtube: FakeYoutube;
  beforeEach(() => void (youtube = new FakeYoutube()));
  afterEach(() => youtube.remove());
  const openCheck = async () => {
    await open();
    await press('Sound check');
    return dialog('Sound check');
  };
  const status = (window: Awaited<ReturnType<typeof openCheck>>) => window.getByRole('status').textContent;

  it('disables its button while there is no question', async () => {
    await open({ empty: true });
    expect(screen.getByRole('button', { name: 'Sound check' }).hasAttribute('disabled')).toBe(true);
  });

  it('plays a second of every song and reports that all can be played', async () => {
    const window = await openCheck();
    window.getByText('Plays one second of each of your 4 songs on this device and lists those without sound.');
    await press('Start sound check', window);
    await pass(1_500);
    expect(status(window)).toMatch(/^[12] of 4 checked$/);
    for (let second = 0; second < 6; second++) await pass(1_000);
    expect(status(window)).toBe('All 4 songs play fine.');
    expect(localStorage.getItem('earworm.video-calls')).toBe('4');
    await press('Check again', window);
    expect(status(window)).toBe('0 of 4 checked');
  });

  it('lists the songs that cannot be played, each with the reason', async () => {
    const window = await openCheck();
    youtube.next = { error: 150 };
    await press('Start sound check', window);
    for (let second = 0; second < 6; second++) await pass(1_000);
    expect(status(window)).toBe('1 song does not play:');
    expect(window.getByRole('listitem').textContent).toBe(
      'TV · 100 · Answer 100This video can only be played on YouTube itself.',
    );
  });

  it('says for every song that YouTube cannot be reached', async () => {
    youtube.isReachable = false;
    const window = await openCheck();
    await press('Start sound check', window);
    for (let second = 0; second < 6; second++) await pass(1_000);
    expect(status(window)).toBe('4 songs do not play:');
    expect(window.getAllByText('YouTube cannot be reached from this network.')).toHaveLength(4);
  });

  it('stops when asked, and then closes', async () => {
    const window = await openCheck();
    await press('Start sound check', window);
    await pass(1_500);
    await press('Stop', window);
    await pass();
    const played = youtube.log.length;
    await pass(5_000);
    expect(youtube.log).toHaveLength(played);
    await press('Close', window);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the question for YouTube in the setup', () => {
  let youtube: FakeYoutube;
  beforeEach(() => {
    youtube = new FakeYoutube();
    withdrawYoutubeConsent();
  });
  afterEach(() => youtube.remove());
  const GIVE = 'Play music from YouTube';
  const prompts = () => screen.queryAllByTestId('youtube-consent');

  it('shows as soon as the board has a video, and never again after one tap', async () => {
    await open();
    expect(prompts()).toHaveLength(1);
    await press(GIVE);
    expect([prompts(), localStorage.getItem('earworm.youtube-consent')]).toEqual([[], 'yes']);
    await reopen();
    expect(prompts()).toEqual([]);
  });

  it('returns after the answer was withdrawn in the setup itself', async () => {
    await open();
    await press(GIVE);
    screen.getByText('This device may play music from YouTube.');
    await press('Stop music from YouTube');
    expect([prompts().length, localStorage.getItem('earworm.youtube-consent')]).toEqual([1, null]);
  });

  it('remains hidden while the board has no video', async () => {
    await open({ empty: true });
    expect(prompts()).toEqual([]);
  });

  it('precedes a song that is listened to, which plays after the tap', async () => {
    await open();
    await press('Listen to the question for 100');
    await pass(100);
    const window = await dialog('Listen');
    expect([window.queryByRole('button', { name: 'Pause' }), youtube.log]).toEqual([null, []]);
    await press(GIVE, window);
    await pass(100);
    await window.findByText('Playing');
  });

  it('precedes the sound check of videos', async () => {
    await open();
    await press('Sound check');
    const window = await dialog('Sound check');
    expect(window.getByRole('button', { name: 'Start sound check' }).hasAttribute('disabled')).toBe(true);
    await press(GIVE, window);
    await press('Start sound check', window);
    await pass(1_500);
    expect(youtube.log.some((line) => line.startsWith('play'))).toBe(true);
  });
});
