import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import {
  buzzes,
  buzzesLate,
  creates,
  judges,
  leaves,
  marksUnanswered,
  ordersBuzzes,
  pausesMusic,
  selects,
  starts,
  type Step,
} from '@earworm/rules/testing';
import { withdrawYoutubeConsent } from '../../platform/storage/youtube-consent.js';
import { buzzer, seated, inRound } from '../../testing/buzzer-screen.js';
import {
  advance,
  click,
  given,
  happens,
  meanwhile,
  openBuzzer,
  sent,
  server,
  touch,
  youtube,
} from '../../testing/game-screens.js';

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
    const onPhones = { musicOn: 'players', buzzOrder: ordered } as const;
    const inSong = async (settings: Parameters<typeof creates>[0]) => {
      await given(creates(settings), ...seated, starts());
      await openBuzzer('leo');
      await happens(selects('q100'));
    };
    const buzzAfter = async (ms: number) => {
      await advance(ms);
      const made = new MouseEvent('pointerdown', { bubbles: true, cancelable: true });
      Object.defineProperty(made, 'timeStamp', { value: performance.now() });
      fireEvent(buzzer(), made);
      await advance(0);
      return (sent('buzz') as { questionId?: string; touchedMs?: number; heardMs?: number }[])[0];
    };
    const soon = (step: Step): Step => ({ ...step, after: 40 });
    const orderIsGiven = () => happens(soon(ordersBuzzes(server.playing().current?.hold?.version ?? 0)));
    const isAbout = (ms: number | undefined, expected: number) => {
      expect(ms).toBeGreaterThan(expected - 50);
      expect(ms).toBeLessThan(expected + 50);
    };

    it('sends with a buzz how long this phone has played the song', async () => {
      await inSong(onPhones);
      isAbout((await buzzAfter(1_500))?.heardMs, 1_500);
    });

    it.each<[string, Parameters<typeof creates>[0]]>([
      ['the order of arrival counts', { musicOn: 'players' }],
      ['the desk plays', { buzzOrder: ordered }],
    ])('sends nothing of the song where %s', async (_name, settings) => {
      await inSong(settings);
      const buzz = await buzzAfter(1_500);
      expect(buzz).toMatchObject({ type: 'buzz' });
      expect(buzz).not.toHaveProperty('heardMs');
    });

    it('sends nothing of a song that fails', async () => {
      youtube.next = { error: 100 };
      await inSong(onPhones);
      expect(await buzzAfter(1_500)).not.toHaveProperty('heardMs');
    });

    it('counts from the start of the song also for a buzz after the first one of a hold has stopped the music', async () => {
      await inSong(onPhones);
      await happens(buzzesLate('ann', 'q100', 0));
      expect(screen.getByTestId('media').dataset['status']).toBe('paused');
      isAbout((await buzzAfter(40))?.heardMs, 1_040);
    });

    it('sends nothing in a hold that began before the song on this phone', async () => {
      youtube.next = 'buffering';
      await inSong(onPhones);
      await happens(buzzesLate('ann', 'q100', 0));
      const buzz = await buzzAfter(40);
      expect(buzz).toMatchObject({ type: 'buzz' });
      expect(buzz).not.toHaveProperty('heardMs');
    });

    it('counts on from the start of the song when the player buffers in the middle', async () => {
      await inSong(onPhones);
      await advance(800);
      youtube.buffer();
      await advance(300);
      expect(screen.getByTestId('media').dataset['status']).toBe('buffering');
      youtube.playing?.become(1);
      isAbout((await buzzAfter(400))?.heardMs, 1_500);
    });

    it('counts from the first sound of a song that buffers before it begins', async () => {
      youtube.next = 'buffering';
      await inSong(onPhones);
      await advance(300);
      youtube.playing?.become(1);
      isAbout((await buzzAfter(700))?.heardMs, 700);
    });

    it.each<[string, readonly Step[]]>([
      ['after silence', [marksUnanswered('q100')]],
      ['while the song before it plays on', [buzzes('ann', 'q100')]],
    ])('counts from the first sound of the next question, selected %s', async (_name, steps) => {
      await inSong({ ...onPhones, musicAfterRight: 'plays' });
      await happens(...steps);
      if (server.playing().current) {
        await orderIsGiven();
        await happens(judges('ann', true, 'q100'));
        // The verdict is shown first.
        await advance(3_000);
        expect(screen.getByTestId('media').dataset['status']).toBe('playing');
      }
      youtube.next = 'buffering';
      await happens(selects('q200'));
      await advance(300);
      youtube.playing?.become(1);
      const buzz = await buzzAfter(600);
      expect(buzz?.questionId).toBe('q200');
      isAbout(buzz?.heardMs, 600);
    });

    it('counts from the first sound of a question that was selected while the phone was offline', async () => {
      await inSong(onPhones);
      await meanwhile((game) => game.cut());
      for (const step of [marksUnanswered('q100'), selects('q200')]) server.play(step);
      youtube.next = 'buffering';
      await meanwhile((game) => game.mend());
      await advance(5_000);
      expect(screen.getByTestId('media').dataset['status']).toBe('buffering');
      youtube.playing?.become(1);
      const buzz = await buzzAfter(600);
      expect(buzz?.questionId).toBe('q200');
      isAbout(buzz?.heardMs, 600);
    });

    const paused = [pausesMusic(true, 'q100'), pausesMusic(false, 'q100')];
    it.each<[string, () => Promise<void>]>([
      [
        'a wrong answer',
        async () => {
          await happens(buzzesLate('ann', 'q100', 0));
          await orderIsGiven();
          await happens(judges('ann', false, 'q100'));
        },
      ],
      [
        'a hold whose players left',
        async () => {
          await happens(buzzesLate('ann', 'q100', 0), soon(leaves('ann')));
          await orderIsGiven();
        },
      ],
      ['a pause of the moderator', () => happens(...paused)],
    ])('counts from when the music plays on after %s', async (_name, resumes) => {
      await inSong(onPhones);
      await resumes();
      expect(screen.getByTestId('media').dataset['status']).toBe('playing');
      isAbout((await buzzAfter(700))?.heardMs, 700);
    });

    it('sends nothing while the music is paused by the moderator', async () => {
      await inSong(onPhones);
      await happens(pausesMusic(true, 'q100'));
      const buzz = await buzzAfter(100);
      expect(buzz).toMatchObject({ type: 'buzz' });
      expect(buzz).not.toHaveProperty('heardMs');
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
