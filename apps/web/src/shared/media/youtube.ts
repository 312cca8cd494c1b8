import type { Medium, YoutubeMedium } from '@earworm/rules';
import type { z } from 'zod';
import { read, remove, write } from '../../platform/storage/local.js';
import { createMediaState, IDLE, type MediaFault, type MediaPort } from './media-port.js';
import { loadYoutube } from './youtube-script.js';

type Video = z.infer<typeof YoutubeMedium>;

const FAULTS: Readonly<Record<number, MediaFault>> = {
  2: 'link',
  5: 'player',
  100: 'gone',
  101: 'embedding',
  150: 'embedding',
  153: 'identity',
};
/** YouTube ignores `endSeconds` after a seek. */
const WATCH_MS = 200;
/** Played of a song that is already over, seconds. */
const LAST_MOMENT_S = 0.5;
/** A start without effect for this long was blocked silently. */
const SILENT_START_MS = 4_000;

const isSame = (a: Video, b: Video) => a.videoId === b.videoId && a.start === b.start && a.end === b.end;

/**
 * The element from `placeNow` must stay visible and uncovered while the video plays; without one the video fails.
 * Commands before the player is ready are kept; the last one wins.
 */
export function createYoutubePlayer(
  placeNow: () => HTMLElement | null,
  load: () => Promise<typeof YT> = loadYoutube,
): MediaPort {
  const state = createMediaState();
  let video: Video | null = null;
  /** Cued ahead: it need not be cued again. */
  let ahead: Video | null = null;
  let volume = 1;
  let wanted = false;
  let startMs = 0;
  let player: YT.Player | null = null;
  let place: HTMLElement | null = null;
  let ready = false;
  let disposed = false;
  let startedAt = 0;

  const begin = () => (video?.start ?? 0) * 1000;
  const cueInPlayer = (one: Video, atSeconds: number) => {
    countVideoCall();
    player?.cueVideoById({
      videoId: one.videoId,
      startSeconds: atSeconds,
      ...(one.end === null ? {} : { endSeconds: one.end }),
    });
  };
  const cue = () => {
    if (!video || !player || !ready) return;
    const isCued = startMs === 0 && ahead !== null && isSame(ahead, video);
    ahead = null;
    if (isCued) state.set({ status: 'cued' });
    else cueInPlayer(video, Math.min((begin() + startMs) / 1000, (video.end ?? Infinity) - LAST_MOMENT_S));
    if (wanted) start();
  };
  const cueAhead = () => {
    if (ahead && !video && player && ready) cueInPlayer(ahead, ahead.start ?? 0);
  };
  const start = () => {
    startedAt = performance.now();
    // An ended video would restart at YouTube's own start.
    if (state.get().status === 'ended') player?.seekTo(begin() / 1000, true);
    player?.playVideo();
  };

  const onState = (event: YT.OnStateChangeEvent) => {
    if (!video || state.get().status === 'failed') return;
    if (event.data === 1) {
      state.set({ status: 'playing', blocked: false });
    } else if (event.data === 2) {
      // Otherwise it would continue behind the link's end.
      if (state.get().status !== 'ended') state.set({ status: 'paused' });
    } else if (event.data === 3) state.set({ status: 'buffering' });
    else if (event.data === 0) state.set({ status: 'ended' });
    else if (event.data === 5) state.set({ status: 'cued' });
  };

  const create = async () => {
    const box = placeNow();
    if (!box) {
      if (video) state.set({ status: 'failed', fault: 'player' });
      return;
    }
    let api: typeof YT;
    try {
      api = await load();
    } catch {
      if (!disposed && video) state.set({ status: 'failed', fault: 'script' });
      return;
    }
    if (disposed || player) return;
    const target = document.createElement('div');
    place = box;
    place.replaceChildren(target);
    player = new api.Player(target, {
      width: '100%',
      height: '100%',
      playerVars: { enablejsapi: 1, origin: location.origin, playsinline: 1, rel: 0, controls: 1, iv_load_policy: 3 },
      events: {
        onReady: () => {
          ready = true;
          player?.setVolume(volume * 100);
          cue();
          cueAhead();
        },
        onStateChange: onState,
        onError: (event) => {
          // A prefetched video that failed is cued again when needed.
          ahead = null;
          if (video) state.set({ status: 'failed', fault: FAULTS[event.data] ?? 'player' });
        },
        onAutoplayBlocked: () => video && state.set({ blocked: true }),
      },
    });
  };

  const watch = setInterval(() => {
    if (!player || !ready || !video) return;
    const { status } = state.get();
    if (status === 'playing' && video.end !== null && player.getCurrentTime() >= video.end) {
      player.pauseVideo();
      state.set({ status: 'ended' });
    }
    const waiting = status === 'cued' || status === 'loading';
    if (wanted && waiting && performance.now() - startedAt > SILENT_START_MS) state.set({ blocked: true });
  }, WATCH_MS);

  return {
    get state() {
      return state.get();
    },
    subscribe: state.subscribe,
    prepare(medium) {
      if (medium.kind !== 'youtube' || video || (ahead && isSame(ahead, medium))) return;
      ahead = medium;
      if (player) cueAhead();
      else void create();
    },
    setVolume(share) {
      volume = share;
      if (player && ready) player.setVolume(share * 100);
    },
    load(medium: Medium, atMs: number) {
      if (medium.kind !== 'youtube') return;
      video = medium;
      startMs = atMs;
      wanted = false;
      state.set({ status: 'loading', fault: null, blocked: false });
      if (player) cue();
      else void create();
    },
    play() {
      wanted = true;
      if (player && ready) start();
    },
    pause() {
      wanted = false;
      if (player && ready) player.pauseVideo();
    },
    seek(ms) {
      startMs = ms;
      if (!player || !ready) return;
      player.seekTo((begin() + ms) / 1000, true);
      // Seeking restarts an ended video.
      if (!wanted) player.pauseVideo();
      if (state.get().status === 'ended') state.set({ status: 'paused' });
    },
    stop() {
      video = null;
      wanted = false;
      state.set(IDLE);
      if (player && ready) player.stopVideo();
    },
    positionMs: () => (player && ready && video ? Math.max(0, player.getCurrentTime() * 1000 - begin()) : startMs),
    lengthMs() {
      if (!player || !ready || !video) return 0;
      const end = video.end === null ? player.getDuration() * 1000 : video.end * 1000;
      return Math.max(0, end - begin());
    },
    dispose() {
      disposed = true;
      clearInterval(watch);
      player?.destroy();
      player = null;
      place?.replaceChildren();
    },
  };
}

/** How often YouTube's player was asked for a video in this browser. */
export const videoCalls = () => Number(read('video-calls') ?? 0) || 0;
const countVideoCall = () => write('video-calls', String(videoCalls() + 1));
export const resetVideoCalls = () => remove('video-calls');
