import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { ClipId } from '@earworm/rules';
import { buzzes, creates, later, marksUnanswered, notesSound, selects, takesMusic } from '@earworm/rules/testing';
import { hasYoutubeConsent, withdrawYoutubeConsent } from '../../platform/storage/youtube-consent.js';
import { addsQuestion, button, inRound, media, scores, started, status, VIDEO } from '../../testing/desk-screen.js';
import { click, given, happens, keys, openDesk, youtube } from '../../testing/game-screens.js';

const prompt = () => screen.queryByTestId('youtube-consent');
const script = () => document.querySelector('script[src*="youtube"]');
const GIVE = 'Play music from YouTube';

describe('a desk whose device has not agreed to YouTube', () => {
  beforeEach(() => withdrawYoutubeConsent());

  it('asks for it before the game starts, and loads nothing of YouTube', async () => {
    await given(...started.slice(0, -1));
    await openDesk();
    expect(prompt()?.textContent).toBe(
      `Music comes from YouTube (Google). Playing it sends your IP address to Google. Songs are silent until you agree.${GIVE}`,
    );
    expect([youtube.log, script()]).toEqual([[], null]);
  });

  it('plays a whole question without music: buzz, verdict and score', async () => {
    await given(...started);
    await openDesk();
    await happens(selects('q100'));
    expect(media().contains(prompt())).toBe(true);
    expect(screen.getAllByTestId('youtube-consent')).toHaveLength(1);
    await happens(buzzes('ann', 'q100'));
    await click(button(/^Right/));
    expect(scores()[0]).toMatch(/Ann.*100/);
    await keys('m');
    expect([youtube.log, status(), document.querySelector('iframe')]).toEqual([[], 'idle', null]);
  });

  it('plays the song from where the game is after one tap, and asks no more', async () => {
    await given(...inRound);
    await openDesk();
    await happens(later(6, notesSound('q100', true)));
    await click(button(GIVE));
    expect([prompt(), hasYoutubeConsent(), status()]).toEqual([null, true, 'playing']);
    expect(youtube.log.at(-1)).toBe(`play ${VIDEO}`);
    expect(document.querySelector('iframe')?.dataset['host']).toBe('https://www.youtube-nocookie.com');
    await happens(marksUnanswered('q100'), selects('q200'));
    expect([prompt(), status()]).toEqual([null, 'playing']);
  });

  it('prepares the first song after a tap between questions', async () => {
    await given(...started);
    await openDesk();
    await click(button(GIVE));
    expect(youtube.log).toEqual([`cue ${VIDEO} from 0`]);
  });

  it('plays a clip without asking', async () => {
    const clip = { youtubeLink: '', clipId: 'k3' as ClipId };
    await given(creates(), addsQuestion('q50', 50, clip), ...started, selects('q50'));
    await openDesk();
    expect([media().querySelector('[data-testid="youtube-consent"]'), youtube.log]).toEqual([null, []]);
  });

  it('asks no desk whose music another one plays', async () => {
    await given(...started, takesMusic('another-desk'));
    await openDesk();
    expect(prompt()).toBeNull();
  });
});

it('a video that plays leaves the page when the consent is withdrawn, and the desk asks again', async () => {
  await given(...inRound);
  await openDesk();
  expect([status(), prompt()]).toEqual(['playing', null]);
  act(() => withdrawYoutubeConsent());
  expect([document.querySelector('iframe'), status(), prompt() !== null]).toEqual([null, 'idle', true]);
});

it('another tab that withdraws the consent silences this one', async () => {
  await given(...inRound);
  await openDesk();
  act(() => {
    localStorage.removeItem('earworm.youtube-consent');
    dispatchEvent(new StorageEvent('storage', { key: 'earworm.youtube-consent' }));
  });
  expect([document.querySelector('iframe'), status()]).toEqual([null, 'idle']);
});
