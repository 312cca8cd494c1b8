import type { Medium, QuestionId } from '@earworm/rules';
import { IDLE, type MediaPort, type MediaState } from './media-port.js';

/** Longer than a slow network needs, shorter than a room waits: then it is said, and a way on is offered. */
export const STALLED_AFTER_MS = 10_000;
const STALLED: MediaState = { status: 'failed', fault: 'stalled', blocked: false };

/** What the game wants to be heard now. */
export interface Programme {
  readonly questionId: QuestionId;
  readonly medium: Medium;
  readonly playing: boolean;
  /** How far into the song the game is now, ms: for a page opened in the middle of it. */
  heardMs(): number;
}

export interface MediaDeck {
  readonly state: MediaState;
  subscribe(listener: () => void): () => void;
  /** Makes what is heard match the game: call it with every state of the game, it acts on changes only. */
  follow(programme: Programme | null): void;
  /** From the start of the song; while the game stands still, it waits there. */
  replay(): void;
  /** After a fault: load the same again. */
  retry(): void;
  /** Inside a touch or a key: lets the browser start what it had blocked, now or when the game goes on. */
  unblock(): void;
  /** Between songs: what is likely to be next is fetched ahead. */
  prepare(medium: Medium): void;
  /** 0 to 1, for every player of this deck. */
  setVolume(share: number): void;
  positionMs(): number;
  lengthMs(): number;
  /** Lets a page use the deck; a new deck is open. */
  open(): void;
  /** The page is gone: its players with it, and nothing is played until the deck is opened again. */
  dispose(): void;
}

/** Players are made when first needed and kept: a browser that let one play once lets it play again. */
export function createMediaDeck(make: Record<Medium['kind'], () => MediaPort>): MediaDeck {
  const players = new Map<Medium['kind'], MediaPort>();
  const listeners = new Set<() => void>();
  let now: Programme | null = null;
  let player: MediaPort | null = null;

  let volume = 1;
  let stalled = false;
  let closed = false;
  let stallTimer: ReturnType<typeof setTimeout> | undefined;

  const isWaiting = () => {
    const state = player?.state;
    return !!now?.playing && !!state && !state.blocked && (state.status === 'buffering' || state.status === 'loading');
  };
  const tell = () => {
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
    const known = players.get(kind);
    if (known) return known;
    const made = make[kind]();
    made.subscribe(tell);
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
    follow(programme) {
      if (closed) return;
      const before = now;
      now = programme;
      if (!programme) {
        if (before) player?.stop();
        player = null;
        if (before) tell();
      } else if (before?.questionId !== programme.questionId) {
        const next = playerFor(programme.medium.kind);
        if (player && player !== next) player.stop();
        player = next;
        begin(programme.heardMs());
        tell();
      } else if (before.playing !== programme.playing) {
        if (programme.playing) player?.play();
        else player?.pause();
        tell();
      }
    },
    prepare(medium) {
      if (!now && !closed) playerFor(medium.kind).prepare(medium);
    },
    setVolume(share) {
      volume = share;
      for (const one of players.values()) one.setVolume(share);
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
      tell();
    },
    unblock() {
      player?.play();
      // The touch counts for the browser all the same; nobody hears the song while somebody answers.
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
