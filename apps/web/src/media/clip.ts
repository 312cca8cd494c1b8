import { clipPath } from '@earworm/contracts';
import type { Medium } from '@earworm/rules';
import { createMediaState, IDLE, type MediaPort } from './media-port.js';

/** Plays an audio clip of our own. It needs no internet and no player to look at. */
export function createClipPlayer(audio: HTMLAudioElement = new Audio()): MediaPort {
  const state = createMediaState();
  let startAtMs = 0;
  let ahead: HTMLAudioElement | null = null;
  audio.preload = 'auto';

  audio.addEventListener('playing', () => state.set({ status: 'playing', blocked: false }));
  audio.addEventListener('waiting', () => state.set({ status: 'buffering' }));
  audio.addEventListener('ended', () => state.set({ status: 'ended' }));
  audio.addEventListener('pause', () => {
    if (!audio.ended && state.get().status !== 'idle') state.set({ status: 'paused' });
  });
  audio.addEventListener('canplay', () => {
    if (state.get().status === 'loading') state.set({ status: 'cued' });
  });
  audio.addEventListener('loadedmetadata', () => {
    if (startAtMs > 0) audio.currentTime = Math.min(startAtMs / 1000, Math.max(0, audio.duration - 0.5));
  });
  audio.addEventListener('error', () => {
    // Taking the source away raises an error too; only a medium that is wanted can fail.
    if (state.get().status !== 'idle') state.set({ status: 'failed', fault: 'clip' });
  });

  return {
    get state() {
      return state.get();
    },
    subscribe: state.subscribe,
    prepare(medium) {
      if (medium.kind !== 'clip') return;
      // Another element fills the browser's cache; it is never played.
      ahead ??= new Audio();
      ahead.preload = 'auto';
      const address = clipPath(medium.clipId);
      if (!ahead.src.endsWith(address)) ahead.src = address;
    },
    setVolume: (share) => void (audio.volume = share),
    load(medium: Medium, atMs: number) {
      if (medium.kind !== 'clip') return;
      startAtMs = atMs;
      state.set({ status: 'loading', fault: null, blocked: false });
      audio.src = clipPath(medium.clipId);
      audio.load();
    },
    play() {
      audio.play().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotAllowedError') state.set({ blocked: true });
        // AbortError: a pause came before the start, which is what was wanted. A broken clip has its own event.
      });
    },
    pause: () => audio.pause(),
    seek(ms) {
      audio.currentTime = ms / 1000;
      if (state.get().status === 'ended') state.set({ status: 'paused' });
    },
    stop() {
      state.set(IDLE);
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    },
    positionMs: () => audio.currentTime * 1000,
    lengthMs: () => (Number.isFinite(audio.duration) ? audio.duration * 1000 : 0),
    dispose() {
      this.stop();
    },
  };
}
