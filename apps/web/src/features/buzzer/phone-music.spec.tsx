import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { creates, judges, buzzes, selects, starts } from '@earworm/rules/testing';
import { withdrawYoutubeConsent } from '../../platform/storage/youtube-consent.js';
import { buzzer, seated, inRound } from '../../testing/buzzer-screen.js';
import { advance, click, given, happens, openBuzzer, sent, touch, youtube } from '../../testing/game-screens.js';

describe('the music on players’ phones', () => {
  it('plays the song on the phone itself, and cannot be skipped there when it fails', async () => {
    await given(creates({ musicOn: 'players' }), ...seated, starts());
    await openBuzzer('leo');
    youtube.next = { error: 100 };
    await happens(selects('q100'));
    expect(screen.getByTestId('media').textContent).toContain('This video was removed or is private.');
    expect(screen.queryByRole('button', { name: 'Skip this question' })).toBeNull();
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByTestId('media').dataset['status']).toBe('playing');
    expect(screen.queryByRole('slider', { name: 'Volume' })).toBeNull();
    await touch(buzzer());
    expect(youtube.log.at(-1)).toBe('pause');
  });

  describe('music that plays on after a right answer', () => {
    const answered = async (who: string) => {
      const settings = { musicOn: 'players', musicAfterRight: 'plays' } as const;
      await given(creates(settings), ...seated, starts(), selects('q100'), buzzes('leo', 'q100'));
      await openBuzzer(who);
      await happens(judges('leo', true, 'q100'));
      // The verdict is shown first.
      await advance(3_000);
    };

    it('plays on for those who wait', async () => {
      await answered('ann');
      expect(screen.getByTestId('media').dataset['status']).toBe('playing');
    });

    it('stops on the phone of the player who picks, where the board would hide its video', async () => {
      await answered('leo');
      expect(screen.getByTestId('media').dataset['status']).toBe('idle');
      expect(youtube.log.at(-1)).toBe('stop');
    });
  });

  describe('on a phone that has not agreed to YouTube', () => {
    const hasVideo = async () => {
      withdrawYoutubeConsent();
      await given(creates({ musicOn: 'players' }), ...seated, starts());
      await openBuzzer('leo');
      await happens(selects('q100'));
    };

    it('asks in the place of the first video, and plays it after one tap', async () => {
      await hasVideo();
      const prompt = screen.getByTestId('youtube-consent');
      expect([youtube.log, document.querySelector('script[src*="youtube"]')]).toEqual([[], null]);
      await click(screen.getByRole('button', { name: 'Play music from YouTube' }));
      expect([prompt.isConnected, screen.getByTestId('media').dataset['status']]).toEqual([false, 'playing']);
    });

    it('lets its player buzz all the same', async () => {
      await hasVideo();
      await touch(buzzer());
      expect(buzzer().dataset['state']).toBe('first');
      expect(youtube.log).toEqual([]);
    });
  });

  describe('in a game that corrects the order of buzzes', () => {
    const ordered = { mode: 'corrected', holdMs: 80, creditMs: 150 } as const;
    const buzzAfter = async (settings: object) => {
      await given(creates(settings), ...seated, starts());
      await openBuzzer('leo');
      await happens(selects('q100'));
      await advance(1_500);
      const made = new MouseEvent('pointerdown', { bubbles: true, cancelable: true });
      Object.defineProperty(made, 'timeStamp', { value: performance.now() });
      fireEvent(buzzer(), made);
      await advance(0);
      return (sent('buzz') as { touchedMs?: number; heardMs?: number }[])[0];
    };

    it('sends with a buzz how long this phone has played the song', async () => {
      const buzz = await buzzAfter({ musicOn: 'players', buzzOrder: ordered });
      expect(buzz?.heardMs).toBeGreaterThan(1_450);
      expect(buzz?.heardMs).toBeLessThan(1_550);
    });

    it.each<[string, object]>([
      ['the order of arrival counts', { musicOn: 'players' }],
      ['the desk plays', { buzzOrder: ordered }],
    ])('sends nothing of the song where %s', async (_name, settings) => {
      const buzz = await buzzAfter(settings);
      expect(buzz).toMatchObject({ type: 'buzz' });
      expect(buzz).not.toHaveProperty('heardMs');
    });

    it('sends nothing of a song that fails', async () => {
      youtube.next = { error: 100 };
      expect(await buzzAfter({ musicOn: 'players', buzzOrder: ordered })).not.toHaveProperty('heardMs');
    });
  });

  it('loads no video on a phone while the desk plays the music', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    expect(screen.queryByTestId('media')).toBeNull();
    expect(youtube.log).toEqual([]);
  });
});

describe('a phone that mutes its sounds', () => {
  it('shows it on the button and keeps it', async () => {
    await given(...seated);
    await openBuzzer('leo');
    await click(screen.getByRole('button', { name: 'Mute sounds' }));
    expect(localStorage.getItem('earworm.sounds')).toBe('off');
    await click(screen.getByRole('button', { name: 'Unmute sounds' }));
    expect(localStorage.getItem('earworm.sounds')).toBe('on');
  });
});
