import type { Medium } from '@earworm/rules';
import { read, remove, write } from '../../platform/storage/local.js';
import { createMediaState, IDLE, type MediaPort } from './media-port.js';
import { loadYoutube } from './youtube-script.js';
import { evolveYoutube, isCuedAhead, isSameVideo, NO_VIDEO, type Video, type YoutubeEvent } from './youtube-state.js';

/** YouTube ignores `endSeconds` after a seek. */
const WATCH_MS = 200;
/** Played of a song that is already over, seconds. */
const LAST_MOMENT_S = 0.5;
/** A start without effect for this long was blocked silently. */
const SILENT_START_MS = 4_000;

/**
 * The element from `placeNow` must stay visible and uncovered while the video plays; without one the video fails.
 * Commands before the player is ready are kept; the last one wins.
 */
export function createYoutubePlayer(
  placeNow: () => HTMLElement | null,
  load: () => Promise<typeof YT> = loadYoutube,
): MediaPort {
  const media = createMediaState();
  let state = NO_VIDEO;
  const dispatch = (event: YoutubeEvent) => {
    state = evolveYoutube(state, event);
    media.set(state.media);
  };
  let volume = 1;
  let player: YT.Player | null = null;
  let place: HTMLElement | null = null;
  let ready = false;
  let disposed = false;
  let startedAt = 0;

  const begin = () => (state.video?.start ?? 0) * 1000;
  const cueInPlayer = (one: Video, atSeconds: number) => {
    countVideoCall();
    player?.cueVideoById({
      videoId: one.videoId,
      startSeconds: atSeconds,
      ...(one.end === null ? {} : { endSeconds: one.end }),
    });
  };
  const cue = () => {
    const { video, startMs } = state;
    if (!video || !player || !ready) return;
    const isCued = isCuedAhead(state);
    dispatch({ type: 'cueing' });
    if (!isCued) cueInPlayer(video, Math.min((begin() + startMs) / 1000, (video.end ?? Infinity) - LAST_MOMENT_S));
    if (state.wanted) start();
  };
  const cueAhead = () => {
    const { video, ahead } = state;
    if (ahead && !video && player && ready) cueInPlayer(ahead, ahead.start ?? 0);
  };
  const start = () => {
    startedAt = performance.now();
    // An ended video would restart at YouTube's own start.
    if (state.media.status === 'ended') player?.seekTo(begin() / 1000, true);
    player?.playVideo();
  };

  const create = async () => {
    const box = placeNow();
    if (!box) return dispatch({ type: 'failed', fault: 'player' });
    let api: typeof YT;
    try {
      api = await load();
    } catch {
      if (!disposed) dispatch({ type: 'failed', fault: 'script' });
      return;
    }
    if (disposed || player) return;
    const target = document.createElement('div');
    place = box;
    place.replaceChildren(target);
    player = new api.Player(target, {
      // Sets no cookies before a video plays.
      host: 'https://www.youtube-nocookie.com',
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
        onStateChange: ({ data }) => dispatch({ type: 'playerChanged', code: data }),
        onError: ({ data }) => dispatch({ type: 'playerFailed', code: data }),
        onAutoplayBlocked: () => dispatch({ type: 'blocked' }),
      },
    });
  };

  const watch = setInterval(() => {
    const { video, wanted } = state;
    if (!player || !ready || !video) return;
    const { status } = state.media;
    if (status === 'playing' && video.end !== null && player.getCurrentTime() >= video.end) {
      player.pauseVideo();
      dispatch({ type: 'endPassed' });
    }
    const waiting = status === 'cued' || status === 'loading';
    if (wanted && waiting && performance.now() - startedAt > SILENT_START_MS) dispatch({ type: 'blocked' });
  }, WATCH_MS);

  return {
    get state() {
      return media.get();
    },
    subscribe: media.subscribe,
    prepare(medium) {
      const { video, ahead } = state;
      if (medium.kind !== 'youtube' || video || (ahead && isSameVideo(ahead, medium))) return;
      dispatch({ type: 'prepared', video: medium });
      if (player) cueAhead();
      else void create();
    },
    setVolume(share) {
      volume = share;
      if (player && ready) player.setVolume(share * 100);
    },
    load(medium: Medium, atMs: number) {
      if (medium.kind !== 'youtube') return;
      dispatch({ type: 'loaded', video: medium, atMs });
      if (player) cue();
      else void create();
    },
    play() {
      dispatch({ type: 'played' });
      if (player && ready) start();
    },
    pause() {
      dispatch({ type: 'paused' });
      if (player && ready) player.pauseVideo();
    },
    seek(ms) {
      const byPlayer = player !== null && ready;
      if (byPlayer) player?.seekTo((begin() + ms) / 1000, true);
      if (byPlayer && !state.wanted) player?.pauseVideo();
      dispatch({ type: 'sought', ms, byPlayer });
    },
    stop() {
      dispatch({ type: 'stopped' });
      if (player && ready) player.stopVideo();
    },
    positionMs: () =>
      player && ready && state.video ? Math.max(0, player.getCurrentTime() * 1000 - begin()) : state.startMs,
    lengthMs() {
      const { video } = state;
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
      media.set(IDLE);
    },
  };
}

/** How often YouTube's player was asked for a video in this browser. */
export const videoCalls = () => Number(read('video-calls') ?? 0) || 0;
const countVideoCall = () => write('video-calls', String(videoCalls() + 1));
export const resetVideoCalls = () => remove('video-calls');
