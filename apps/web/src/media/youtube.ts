import type { Medium, YoutubeMedium } from '@earworm/rules';
import type { z } from 'zod';
import { countVideoCall } from '../app/browser-marks.js';
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
/** How often the end is looked at: YouTube forgets `endSeconds` after a seek. */
const WATCH_MS = 200;
/** A start that led to nothing for this long was blocked by a browser that does not say so. */
const SILENT_START_MS = 4_000;

/**
 * YouTube's player in `place`, which must stay visible and uncovered while it plays. Commands given before the player
 * is there are kept: what was wanted last is what happens.
 */
export function createYoutubePlayer(place: HTMLElement, load: () => Promise<typeof YT> = loadYoutube): MediaPort {
  const state = createMediaState();
  let video: Video | null = null;
  let wanted = false;
  let startMs = 0;
  let player: YT.Player | null = null;
  let ready = false;
  let disposed = false;
  let startedAt = 0;

  const begin = () => (video?.start ?? 0) * 1000;
  const cue = () => {
    if (!video || !player || !ready) return;
    countVideoCall();
    player.cueVideoById({
      videoId: video.videoId,
      startSeconds: (begin() + startMs) / 1000,
      ...(video.end === null ? {} : { endSeconds: video.end }),
    });
    if (wanted) start();
  };
  const start = () => {
    startedAt = performance.now();
    player?.playVideo();
  };

  const onState = (event: YT.OnStateChangeEvent) => {
    if (!video || state.get().status === 'failed') return;
    if (event.data === 1) {
      state.set({ status: 'playing', blocked: false });
    } else if (event.data === 2) state.set({ status: 'paused' });
    else if (event.data === 3) state.set({ status: 'buffering' });
    else if (event.data === 0) state.set({ status: 'ended' });
    else if (event.data === 5) state.set({ status: 'cued' });
  };

  const create = async () => {
    let api: typeof YT;
    try {
      api = await load();
    } catch {
      if (!disposed && video) state.set({ status: 'failed', fault: 'script' });
      return;
    }
    if (disposed || player) return;
    const target = document.createElement('div');
    place.replaceChildren(target);
    player = new api.Player(target, {
      width: '100%',
      height: '100%',
      playerVars: { enablejsapi: 1, origin: location.origin, playsinline: 1, rel: 0, controls: 1, iv_load_policy: 3 },
      events: {
        onReady: () => {
          ready = true;
          cue();
        },
        onStateChange: onState,
        onError: (event) => state.set({ status: 'failed', fault: FAULTS[event.data] ?? 'player' }),
        onAutoplayBlocked: () => state.set({ blocked: true }),
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
      if (player && ready) player.seekTo((begin() + ms) / 1000, true);
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
      place.replaceChildren();
    },
  };
}
