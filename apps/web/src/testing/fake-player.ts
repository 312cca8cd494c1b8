import type { Medium } from '@earworm/rules';
import { createMediaState, IDLE, type MediaFault, type MediaPort } from '../shared/media/media-port.js';

export interface FakePlayer extends MediaPort {
  readonly calls: readonly string[];
  fail(fault: MediaFault): void;
  block(): void;
  end(): void;
  buffer(): void;
}

/** A player for specs that records its calls. */
export function createFakePlayer(): FakePlayer {
  const state = createMediaState();
  const calls: string[] = [];
  let position = 0;
  let blocked = false;
  return {
    calls,
    get state() {
      return state.get();
    },
    subscribe: state.subscribe,
    prepare: (medium) => void calls.push(`prepare ${medium.kind === 'clip' ? medium.clipId : medium.videoId}`),
    setVolume: (share) => void calls.push(`volume ${share}`),
    load(medium: Medium, atMs) {
      calls.push(`load ${medium.kind === 'clip' ? medium.clipId : medium.videoId} at ${atMs}`);
      position = atMs;
      state.set({ status: 'cued', fault: null, blocked: false });
    },
    play() {
      calls.push('play');
      if (blocked) {
        blocked = false;
        state.set({ blocked: true });
      } else state.set({ status: 'playing', blocked: false });
    },
    pause() {
      calls.push('pause');
      state.set({ status: 'paused' });
    },
    seek(ms) {
      calls.push(`seek ${ms}`);
      position = ms;
    },
    stop() {
      calls.push('stop');
      state.set(IDLE);
    },
    positionMs: () => position,
    lengthMs: () => 30_000,
    dispose: () => void calls.push('dispose'),
    fail: (fault) => state.set({ status: 'failed', fault }),
    block: () => void (blocked = true),
    buffer: () => state.set({ status: 'buffering' }),
    end: () => state.set({ status: 'ended' }),
  };
}
