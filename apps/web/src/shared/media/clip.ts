import type { ClipId, Medium } from '@earworm/rules';
import { clipAddress } from './clip-address.js';
import { createMediaState, IDLE, type MediaPort } from './media-port.js';

export function createClipPlayer(audio: HTMLAudioElement = new Audio()): MediaPort {
  const state = createMediaState();
  let startAtMs = 0;
  let ahead: HTMLAudioElement | null = null;
  let aheadId: ClipId | null = null;
  /** Until its address is known, playing is only requested. */
  let awaited: ClipId | null = null;
  let wanted = false;
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
    // Removing the source raises an error too.
    if (state.get().status !== 'idle') state.set({ status: 'failed', fault: 'clip' });
  });

  const start = () => {
    audio.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') state.set({ blocked: true });
      // AbortError: paused before the start. A broken clip has its own event.
    });
  };
  const begin = async (clipId: ClipId) => {
    const address = await clipAddress(clipId).catch(() => null);
    if (awaited !== clipId) return;
    awaited = null;
    if (address === null) return state.set({ status: 'failed', fault: 'clip' });
    audio.src = address;
    audio.load();
    if (wanted) start();
  };

  return {
    get state() {
      return state.get();
    },
    subscribe: state.subscribe,
    prepare(medium) {
      if (medium.kind !== 'clip') return;
      // Only fills the browser's cache.
      ahead ??= new Audio();
      ahead.preload = 'auto';
      if (aheadId === medium.clipId) return;
      aheadId = medium.clipId;
      const element = ahead;
      clipAddress(medium.clipId).then(
        (address) => void (element.src = address),
        () => void (aheadId = null),
      );
    },
    setVolume: (share) => void (audio.volume = share),
    load(medium: Medium, atMs: number) {
      if (medium.kind !== 'clip') return;
      startAtMs = atMs;
      state.set({ status: 'loading', fault: null, blocked: false });
      wanted = false;
      awaited = medium.clipId;
      audio.pause();
      void begin(medium.clipId);
    },
    play() {
      wanted = true;
      if (awaited === null) start();
    },
    pause() {
      wanted = false;
      audio.pause();
    },
    seek(ms) {
      audio.currentTime = ms / 1000;
      if (state.get().status === 'ended') state.set({ status: 'paused' });
    },
    stop() {
      state.set(IDLE);
      awaited = null;
      wanted = false;
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
