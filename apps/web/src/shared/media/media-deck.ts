import type { Medium, QuestionId } from '@earworm/rules';
import { IDLE, type MediaPort, type MediaState } from './media-port.js';

/** Longer than a slow network needs, shorter than a room waits. */
export const STALLED_AFTER_MS = 10_000;
const STALLED: MediaState = { status: 'failed', fault: 'stalled', blocked: false };

export interface Playback {
  readonly questionId: QuestionId;
  readonly medium: Medium;
  readonly playing: boolean;
  /** ms, for a page opened in the middle of the song. */
  heardMs(): number;
}

export interface MediaDeck {
  readonly state: MediaState;
  subscribe(listener: () => void): () => void;
  /** To be called with every state; acts on changes only. */
  follow(playback: Playback | null): void;
  replay(): void;
  retry(): void;
  /** During a user gesture: lets the browser start what it had blocked. */
  unblock(): void;
  prepare(medium: Medium): void;
  setVolume(share: number): void;
  /** Removes the player of this kind from the page, also while it plays. */
  drop(kind: Medium['kind']): void;
  positionMs(): number;
  lengthMs(): number;
  open(): void;
  dispose(): void;
}

/** Players are reused: a browser that allowed playback once allows it again. */
export function createMediaDeck(make: Record<Medium['kind'], () => MediaPort>): MediaDeck {
  const players = new Map<Medium['kind'], MediaPort>();
  const listeners = new Set<() => void>();
  let now: Playback | null = null;
  let player: MediaPort | null = null;

  let volume = 1;
  let stalled = false;
  let closed = false;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;

  const isWaiting = () => {
    const state = player?.state;
    return !!now?.playing && !!state && !state.blocked && (state.status === 'buffering' || state.status === 'loading');
  };
  const notify = () => {
    if (!isWaiting()) {
      clearTimeout(stallTimer);
      stallTimer = undefined;
      stalled = false;
    } else {
      stallTimer ??= setTimeout(() => {
        stalled = true;
        listeners.forEach((listener) => listener());
      }, STALLED_AFTER_MS);
    }
    listeners.forEach((listener) => listener());
  };
  const playerFor = (kind: Medium['kind']) => {
    const existing = players.get(kind);
    if (existing) return existing;
    const made = make[kind]();
    made.subscribe(notify);
    if (volume !== 1) made.setVolume(volume);
    players.set(kind, made);
    return made;
  };
  const begin = (atMs: number) => {
    if (!now || !player) return;
    player.load(now.medium, atMs);
    if (now.playing) player.play();
  };

  return {
    get state() {
      return stalled ? STALLED : (player?.state ?? IDLE);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow(playback) {
      if (closed) return;
      const before = now;
      now = playback;
      if (!playback) {
        if (before) player?.stop();
        player = null;
        if (before) notify();
      } else if (before?.questionId !== playback.questionId) {
        const next = playerFor(playback.medium.kind);
        if (player && player !== next) player.stop();
        player = next;
        begin(playback.heardMs());
        notify();
      } else if (before.playing !== playback.playing) {
        if (playback.playing) player?.play();
        else player?.pause();
        notify();
      }
    },
    prepare(medium) {
      if (!now && !closed) playerFor(medium.kind).prepare(medium);
    },
    setVolume(share) {
      volume = share;
      for (const one of players.values()) one.setVolume(share);
    },
    drop(kind) {
      const dropped = players.get(kind);
      if (!dropped) return;
      players.delete(kind);
      dropped.dispose();
      if (player !== dropped) return;
      player = null;
      now = null;
      notify();
    },
    replay() {
      player?.seek(0);
      if (now?.playing) player?.play();
    },
    retry() {
      clearTimeout(stallTimer);
      stallTimer = undefined;
      stalled = false;
      begin(0);
      notify();
    },
    unblock() {
      player?.play();
      // The gesture counts for the browser even without playing.
      if (!now?.playing) player?.pause();
    },
    positionMs: () => player?.positionMs() ?? 0,
    lengthMs: () => player?.lengthMs() ?? 0,
    open: () => void (closed = false),
    dispose() {
      closed = true;
      clearTimeout(stallTimer);
      for (const one of players.values()) one.dispose();
      players.clear();
      player = null;
      now = null;
    },
  };
}
