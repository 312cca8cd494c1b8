import type { Medium } from '@earworm/rules';
import { heard } from './sounds.js';

/**
 * `script`: YouTube is unreachable. `link`: unknown id. `gone`: removed or private. `embedding`: allowed on YouTube
 * only. `identity`: YouTube refused this site. `player`: the player failed. `clip`: the clip could not be loaded.
 * `stalled`: loading does not end.
 */
export type MediaFault = 'script' | 'link' | 'gone' | 'embedding' | 'identity' | 'player' | 'clip' | 'stalled';

export interface MediaState {
  readonly status: 'idle' | 'loading' | 'cued' | 'playing' | 'paused' | 'buffering' | 'ended' | 'failed';
  readonly fault: MediaFault | null;
  /** The browser requires a user gesture. */
  readonly blocked: boolean;
}

export const IDLE: MediaState = { status: 'idle', fault: null, blocked: false };

/** Positions and lengths are ms from the medium's own start. */
export interface MediaPort {
  readonly state: MediaState;
  subscribe(listener: () => void): () => void;
  /** A hint without visible effect. */
  prepare(medium: Medium): void;
  setVolume(share: number): void;
  /** Silent; discards what played before. */
  load(medium: Medium, atMs: number): void;
  play(): void;
  pause(): void;
  seek(ms: number): void;
  /** The player itself is kept. */
  stop(): void;
  positionMs(): number;
  /** 0 while unknown. */
  lengthMs(): number;
  dispose(): void;
}

/** Also while it waits for data: it is heard as soon as it can be. */
const SOUNDS: ReadonlySet<MediaState['status']> = new Set(['loading', 'playing', 'buffering']);

export function createMediaState() {
  let state = IDLE;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change: Partial<MediaState>) {
      const next = { ...state, ...change };
      if (next.status === state.status && next.fault === state.fault && next.blocked === state.blocked) return;
      state = next;
      if (SOUNDS.has(state.status)) heard.add(listeners);
      else heard.delete(listeners);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
