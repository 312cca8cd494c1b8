import type { YoutubeMedium } from '@earworm/rules';
import type { z } from 'zod';
import { IDLE, type MediaFault, type MediaState } from './media-port.js';

export type Video = z.infer<typeof YoutubeMedium>;

export interface YoutubeState {
  readonly media: MediaState;
  readonly video: Video | null;
  /** Cued ahead: it need not be cued again. */
  readonly ahead: Video | null;
  /** It was asked to play, also before the player is ready. */
  readonly wanted: boolean;
  readonly startMs: number;
}

export const NO_VIDEO: YoutubeState = { media: IDLE, video: null, ahead: null, wanted: false, startMs: 0 };

export type YoutubeEvent =
  | { readonly type: 'prepared'; readonly video: Video }
  | { readonly type: 'loaded'; readonly video: Video; readonly atMs: number }
  | { readonly type: 'cueing' | 'played' | 'paused' | 'stopped' }
  | { readonly type: 'sought'; readonly ms: number; readonly byPlayer: boolean }
  /** YouTube's number of a state or an error. */
  | { readonly type: 'playerChanged' | 'playerFailed'; readonly code: number }
  | { readonly type: 'failed'; readonly fault: MediaFault }
  | { readonly type: 'endPassed' | 'blocked' };

const STATUS: Readonly<Partial<Record<number, MediaState['status']>>> = {
  0: 'ended',
  1: 'playing',
  2: 'paused',
  3: 'buffering',
  5: 'cued',
};
const FAULTS: Readonly<Record<number, MediaFault>> = {
  2: 'link',
  5: 'player',
  100: 'gone',
  101: 'embedding',
  150: 'embedding',
  153: 'identity',
};

export const isSameVideo = (a: Video, b: Video) => a.videoId === b.videoId && a.start === b.start && a.end === b.end;

/** The loaded video is in the player at its start. */
export const isCuedAhead = ({ video, ahead, startMs }: YoutubeState): boolean =>
  startMs === 0 && ahead !== null && video !== null && isSameVideo(ahead, video);

export function evolveYoutube(state: YoutubeState, event: YoutubeEvent): YoutubeState {
  const withMedia = (change: Partial<MediaState>) => ({ ...state, media: { ...state.media, ...change } });
  switch (event.type) {
    case 'prepared':
      return { ...state, ahead: event.video };
    case 'loaded': {
      const media = { status: 'loading', fault: null, blocked: false } as const;
      return { ...state, media, video: event.video, startMs: event.atMs, wanted: false };
    }
    case 'cueing':
      return { ...(isCuedAhead(state) ? withMedia({ status: 'cued' }) : state), ahead: null };
    case 'played':
      return { ...state, wanted: true };
    case 'paused':
      return { ...state, wanted: false };
    case 'stopped':
      return { ...state, media: IDLE, video: null, wanted: false };
    case 'sought': {
      // Seeking restarts an ended video, which is paused then.
      const isPaused = event.byPlayer && state.media.status === 'ended';
      return { ...(isPaused ? withMedia({ status: 'paused' }) : state), startMs: event.ms };
    }
    case 'playerChanged': {
      const status = STATUS[event.code];
      const before = state.media.status;
      if (status === undefined || state.video === null || before === 'failed') return state;
      // Otherwise it would continue behind the link's end.
      if (status === 'paused' && before === 'ended') return state;
      return withMedia(status === 'playing' ? { status, blocked: false } : { status });
    }
    case 'playerFailed':
      // A prefetched video that failed is cued again when needed.
      return { ...evolveYoutube(state, { type: 'failed', fault: FAULTS[event.code] ?? 'player' }), ahead: null };
    case 'failed':
      return state.video === null ? state : withMedia({ status: 'failed', fault: event.fault });
    case 'endPassed':
      return withMedia({ status: 'ended' });
    case 'blocked':
      return state.video === null ? state : withMedia({ blocked: true });
  }
}
