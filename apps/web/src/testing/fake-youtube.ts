import { giveYoutubeConsent } from '../platform/storage/youtube-consent.js';

const SCRIPT = 'https://www.youtube.com/iframe_api';

/** What the next video does on `play`. */
/** `adSeconds`: an ad runs before the song. The player says that it plays, and its position stands. */
export type Misfortune = { readonly error: number } | { readonly adSeconds: number } | 'blocked' | 'buffering';

interface Cued {
  readonly videoId: string;
  readonly startSeconds: number;
  readonly endSeconds?: number;
}

/** What was played without a break, in seconds of the video. */
interface Stretch {
  readonly video: string;
  readonly from: number;
  readonly to: number;
}

/**
 * YouTube as a page meets it: a script that arrives or does not, and players on the page's own clock. As the real one a
 * player forgets where to end once it was set somewhere else, starts an ended video from its very beginning, and plays
 * when it is set somewhere else unless it was paused.
 */
export class FakeYoutube {
  /** The commands to players, in order. */
  readonly log: string[] = [];
  readonly heard: Stretch[] = [];
  /** Per cent, as last set. */
  volume = 100;
  next: Misfortune | null = null;
  isReachable = true;
  /** The player that was last started. */
  playing: FakePlayer | null = null;
  readonly #observer: MutationObserver;

  /** This device has agreed to it. */
  constructor() {
    giveYoutubeConsent();
    this.#observer = new MutationObserver(() => this.#answer());
    this.#observer.observe(document.head, { childList: true });
  }

  /** What befalls the video that plays: it waits for more of it, fails, or is at its end. */
  buffer(): void {
    this.playing?.become(3);
  }
  fail(error: number): void {
    this.playing?.fail(error);
  }
  end(): void {
    this.playing?.become(0);
  }

  remove(): void {
    this.#observer.disconnect();
    Reflect.deleteProperty(window, 'YT');
  }

  #answer(): void {
    const player = playersOf(this);
    for (const script of document.head.querySelectorAll<HTMLScriptElement>(`script[src="${SCRIPT}"]`)) {
      script.remove();
      if (!this.isReachable) {
        script.onerror?.(new Event('error'));
        continue;
      }
      Object.assign(window, { YT: { Player: player } });
      window.onYouTubeIframeAPIReady?.();
    }
  }
}

const playersOf = (youtube: FakeYoutube) =>
  class extends FakePlayer {
    constructor(place: HTMLElement, options: YT.PlayerOptions) {
      super(youtube, place, options);
    }
  };

class FakePlayer {
  readonly #frame = document.createElement('iframe');
  #state = -1;
  #video = '';
  #standsAt = 0;
  #since = 0;
  #end: number | null = null;
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly youtube: FakeYoutube,
    place: HTMLElement,
    private readonly options: YT.PlayerOptions,
  ) {
    this.#frame.title = 'YouTube video player';
    this.#frame.dataset['host'] = this.options.host;
    place.replaceWith(this.#frame);
    setTimeout(() => this.options.events?.onReady?.({ target: this as unknown as YT.Player }));
  }

  cueVideoById({ videoId, startSeconds, endSeconds }: Cued): void {
    this.youtube.log.push(`cue ${videoId} from ${startSeconds}${endSeconds === undefined ? '' : ` to ${endSeconds}`}`);
    this.become(5);
    this.#video = videoId;
    this.#standsAt = startSeconds;
    this.#end = endSeconds ?? null;
  }
  playVideo(): void {
    const { next } = this.youtube;
    this.youtube.playing = this;
    this.youtube.next = null;
    this.youtube.log.push(`play ${this.#video}`);
    const { events } = this.options;
    const target = this as unknown as YT.Player;
    if (next === 'blocked') setTimeout(() => events?.onAutoplayBlocked?.({ target }));
    else if (next === 'buffering') this.become(3);
    else if (next && 'error' in next) setTimeout(() => events?.onError?.({ target, data: next.error }));
    else if (this.#state !== 1) {
      if (this.#state === 0) this.#standsAt = 0;
      this.become(1, next?.adSeconds);
    }
  }
  pauseVideo(): void {
    this.youtube.log.push('pause');
    if (this.#state !== 0) this.become(2);
  }
  stopVideo(): void {
    this.youtube.log.push('stop');
    this.become(5);
  }
  setVolume(percent: number): void {
    this.youtube.volume = percent;
  }
  seekTo(seconds: number): void {
    this.youtube.log.push(`seek ${seconds}`);
    this.#end = null;
    this.#stand(seconds);
    if (this.#state !== 1 && this.#state !== 2) this.become(1);
  }
  getCurrentTime(): number {
    if (this.#state !== 1) return this.#standsAt;
    const playedMs = Math.max(0, performance.now() - this.#since);
    return Math.min(this.#standsAt + playedMs / 1000, this.#end ?? Infinity);
  }
  getDuration(): number {
    return 180;
  }
  fail(error: number): void {
    const { events } = this.options;
    this.become(-1);
    setTimeout(() => events?.onError?.({ target: this as unknown as YT.Player, data: error }));
  }
  destroy(): void {
    clearTimeout(this.#ending);
    this.#frame.remove();
  }

  /** Ends the current stretch; the next one begins at so many seconds. */
  #stand(at: number): void {
    clearTimeout(this.#ending);
    if (this.#state === 1) {
      this.youtube.heard.push({ video: this.#video, from: this.#standsAt, to: this.getCurrentTime() });
    }
    this.#standsAt = at;
    this.#since = performance.now();
  }
  become(state: YT.PlayerState, adSeconds = 0): void {
    this.#stand(this.getCurrentTime());
    this.#state = state;
    this.#since += adSeconds * 1000;
    if (state === 1 && this.#end !== null) {
      this.#ending = setTimeout(() => this.become(0), (this.#end - this.#standsAt + adSeconds) * 1000);
    }
    setTimeout(() => this.options.events?.onStateChange?.({ target: this as unknown as YT.Player, data: state }));
  }
}
