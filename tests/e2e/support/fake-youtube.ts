/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** What the next video does on play. */
export type Misfortune =
  | { readonly error: 2 | 5 | 100 | 101 | 150 | 153 }
  /** An ad runs before the song: the player says that it plays, and its position stands. */
  | { readonly adSeconds: number }
  | 'blocked'
  | 'buffering';

/** Played without a break, in seconds of the video. */
interface Stretch {
  readonly video: string;
  readonly from: number;
  readonly to: number;
}

interface FakeYoutube {
  next: Misfortune | null;
  readonly log: string[];
  readonly heard: Stretch[];
  /** Per cent, as last set. */
  volume: number;
}
declare global {
  interface Window {
    fakeYoutube?: FakeYoutube;
  }
}

/**
 * Runs in the page instead of YouTube's script: the same interface, played by a clock. As the real one it plays no
 * further than to the end it was given, however busy the page is, forgets where to end once it was set somewhere else,
 * starts an ended video from its very beginning, and plays when it is set somewhere else unless it was paused.
 */
function fakeIframeApi(): void {
  const control: FakeYoutube = (window.fakeYoutube ??= { next: null, log: [], heard: [], volume: 100 });
  interface Options {
    events: Record<string, (event: { target: unknown; data?: unknown }) => void>;
  }
  class Player {
    #events: Options['events'];
    #state = -1;
    #base = 0;
    #since = 0;
    #video = '';
    #end: number | null = null;
    #ending: ReturnType<typeof setTimeout> | undefined;
    constructor(place: HTMLElement, options: Options) {
      this.#events = options.events;
      const frame = document.createElement('iframe');
      frame.title = 'YouTube video player';
      place.replaceWith(frame);
      setTimeout(() => this.#tell('onReady'), 20);
    }
    #tell(name: string, data?: unknown) {
      this.#events[name]?.({ target: this, data });
    }
    #become(state: number, adSeconds = 0) {
      this.#stand(this.getCurrentTime());
      this.#state = state;
      this.#since += adSeconds * 1000;
      if (state === 1 && this.#end !== null) {
        this.#ending = setTimeout(() => this.#become(0), (this.#end - this.#base + adSeconds) * 1000);
      }
      setTimeout(() => this.#tell('onStateChange', state), 10);
    }
    /** Ends the current stretch; the next one begins at so many seconds. */
    #stand(at: number) {
      clearTimeout(this.#ending);
      if (this.#state === 1) control.heard.push({ video: this.#video, from: this.#base, to: this.getCurrentTime() });
      this.#base = at;
      this.#since = performance.now();
    }
    cueVideoById(cued: { videoId: string; startSeconds: number; endSeconds?: number }) {
      const { videoId, startSeconds, endSeconds } = cued;
      control.log.push(`cue ${videoId} from ${startSeconds}${endSeconds === undefined ? '' : ` to ${endSeconds}`}`);
      this.#become(5);
      this.#video = videoId;
      this.#base = startSeconds;
      this.#end = endSeconds ?? null;
    }
    playVideo() {
      const misfortune = control.next;
      control.next = null;
      control.log.push(`play ${this.#video}`);
      if (misfortune === 'blocked') return void setTimeout(() => this.#tell('onAutoplayBlocked'), 10);
      if (misfortune === 'buffering') return this.#become(3);
      if (misfortune && 'error' in misfortune) {
        return void setTimeout(() => this.#tell('onError', misfortune.error), 10);
      }
      if (this.#state === 1) return;
      if (this.#state === 0) this.#base = 0;
      this.#become(1, misfortune?.adSeconds);
    }
    pauseVideo() {
      control.log.push('pause');
      if (this.#state !== 0) this.#become(2);
    }
    stopVideo() {
      control.log.push('stop');
      this.#become(5);
    }
    setVolume(percent: number) {
      control.volume = percent;
    }
    seekTo(seconds: number) {
      control.log.push(`seek ${seconds}`);
      this.#end = null;
      this.#stand(seconds);
      if (this.#state !== 1 && this.#state !== 2) this.#become(1);
    }
    getCurrentTime() {
      if (this.#state !== 1) return this.#base;
      const playedMs = Math.max(0, performance.now() - this.#since);
      return Math.min(this.#base + playedMs / 1000, this.#end ?? Infinity);
    }
    getDuration() {
      return 180;
    }
    destroy() {
      control.log.push('destroy');
    }
  }
  Object.assign(window, { YT: { Player } });
  setTimeout(() => (window as { onYouTubeIframeAPIReady?: () => void }).onYouTubeIframeAPIReady?.(), 0);
}

/** As a browser stores it whose owner has agreed to music from YouTube. */
export const YOUTUBE_CONSENT = { 'earworm.youtube-consent': 'yes' } as const;

/** Requests to it fail. */
const NOWHERE = 'http://127.0.0.1:9';

/** For a context that reaches these hosts and no other. Its requests are not slowed down as by `context.route`. */
export const reachingOnly = (hosts: readonly string[]) => ({ proxy: { server: NOWHERE, bypass: hosts.join(',') } });

/** This page gets the fake script instead of YouTube's; to be called before it loads any. */
export async function withFakeYoutube(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const fulfilled = session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/javascript' }],
      body: Buffer.from(`(${fakeIframeApi.toString()})()`).toString('base64'),
    });
    // The page may have been closed.
    fulfilled.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'https://www.youtube.com/iframe_api' }] });
}

/** What the fake player of a page did. */
export const youtubeIn = (page: Page) => ({
  log: () => page.evaluate(() => [...(window.fakeYoutube?.log ?? [])]),
  heard: () => page.evaluate(() => [...(window.fakeYoutube?.heard ?? [])]),
  /** What the next video does on play; also before the script was loaded. */
  fails: (next: Misfortune) =>
    page.evaluate((misfortune) => {
      window.fakeYoutube ??= { next: null, log: [], heard: [], volume: 100 };
      window.fakeYoutube.next = misfortune;
    }, next),
});
