import type { Medium } from '@earworm/rules';

/**
 * Why music does not play. `script`: YouTube cannot be reached from this network. `link`: YouTube does not know this
 * id. `gone`: removed or private. `embedding`: its owner allows it on YouTube only. `identity`: YouTube refused this
 * site. `player`: the player itself failed. `clip`: the audio clip could not be loaded. `stalled`: it loads and loads.
 */
export type MediaFault = 'script' | 'link' | 'gone' | 'embedding' | 'identity' | 'player' | 'clip' | 'stalled';

export interface MediaState {
  readonly status: 'idle' | 'loading' | 'cued' | 'playing' | 'paused' | 'buffering' | 'ended' | 'failed';
  readonly fault: MediaFault | null;
  /** The browser wants a touch before it lets sound out. */
  readonly blocked: boolean;
}

export const IDLE: MediaState = { status: 'idle', fault: null, blocked: false };

/** A thing that plays music in this page. Positions and lengths are in milliseconds from the medium's own start. */
export interface MediaPort {
  readonly state: MediaState;
  subscribe(listener: () => void): () => void;
  /** A hint while nothing is wanted: this is likely to be loaded next. Silent, changes no state, may do nothing. */
  prepare(medium: Medium): void;
  /** 0 to 1; phones that leave volume to their keys ignore it. */
  setVolume(share: number): void;
  /** Gets ready at `atMs`, silent; whatever played before is gone. */
  load(medium: Medium, atMs: number): void;
  play(): void;
  pause(): void;
  seek(ms: number): void;
  /** Silences and forgets the medium; the player itself stays for the next one. */
  stop(): void;
  positionMs(): number;
  /** 0 while unknown. */
  lengthMs(): number;
  dispose(): void;
}

/** The part that every adapter has: one state, sent to every listener. */
export function createMediaState() {
  let state = IDLE;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change: Partial<MediaState>) {
      const next = { ...state, ...change };
      if (next.status === state.status && next.fault === state.fault && next.blocked === state.blocked) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
