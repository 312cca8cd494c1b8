import type { ServerFrame } from '@earworm/contracts';
import type { GameView } from '@earworm/rules';
import { parseServerFrame } from './server-frames.js';

/** Frames and views are never changed once made, so clients of one game in one process can hold the same ones. */
export interface Reading {
  parse(text: unknown): ServerFrame | null;
  /** The view at this version of this history for this kind of onlooker; `make` when nobody here has it yet. */
  viewAt(key: string, version: number, make: () => GameView): GameView;
}

/** One client by itself: everything is read once, there is nothing to share. */
export const ownReading: Reading = { parse: parseServerFrame, viewAt: (_key, _version, make) => make() };

/** Clients of one game hear the same within milliseconds; what is kept longer is only more for the collector to move. */
const FRAMES_KEPT = 6;
const VIEWS_KEPT = 6;
/** Kinds of onlookers of one history, and of the one before it. */
const KEYS_KEPT = 8;

/**
 * For many clients of one game in one process (bots, load): each frame is parsed once and each event applied once,
 * whoever comes first. Bounded to the newest few of both; a client further behind reads for itself.
 */
export function sharedReading(): Reading {
  const frames = new Map<string, ServerFrame | null>();
  const views = new Map<string, Map<number, GameView>>();
  return {
    parse(text) {
      if (typeof text !== 'string') return null;
      const known = frames.get(text);
      if (known !== undefined) return known;
      return kept(frames, FRAMES_KEPT, text, parseServerFrame(text));
    },
    viewAt(key, version, make) {
      const ofKey = views.get(key) ?? kept(views, KEYS_KEPT, key, new Map<number, GameView>());
      return ofKey.get(version) ?? kept(ofKey, VIEWS_KEPT, version, make());
    },
  };
}

function kept<K, T>(map: Map<K, T>, bound: number, key: K, value: T): T {
  map.set(key, value);
  if (map.size > bound) map.delete(map.keys().next().value as K);
  return value;
}
