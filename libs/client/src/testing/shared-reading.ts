import type { ServerFrame } from '@earworm/contracts';
import type { GameView } from '@earworm/rules';
import { ownReading, type Reading } from '../reading.js';

/** Clients of one game receive the same within milliseconds; more entries would only burden the garbage collector. */
const FRAMES_KEPT = 6;
const VIEWS_KEPT = 6;
/** The roles of one log and of the one before it. */
const KEYS_KEPT = 8;

/**
 * For many clients of one game in one process: each frame is parsed and applied once. A client that is behind reads
 * alone.
 */
export function sharedReading(): Reading {
  // Arrays, because a Map that loses as many entries as it gains keeps those alive until the next full collection.
  const frames: { readonly text: string; readonly frame: ServerFrame | null }[] = [];
  const views: { readonly key: string; readonly newest: { readonly version: number; readonly view: GameView }[] }[] =
    [];
  return {
    parse(text) {
      if (typeof text !== 'string') return null;
      for (const cached of frames) if (cached.text === text) return cached.frame;
      const frame = ownReading.parse(text);
      keep(frames, FRAMES_KEPT, { text, frame });
      return frame;
    },
    viewAt(key, version, make) {
      let ofKey = views.find((each) => each.key === key);
      if (!ofKey) keep(views, KEYS_KEPT, (ofKey = { key, newest: [] }));
      for (const cached of ofKey.newest) if (cached.version === version) return cached.view;
      const view = make();
      keep(ofKey.newest, VIEWS_KEPT, { version, view });
      return view;
    },
  };
}

function keep<T>(list: T[], bound: number, item: T): void {
  list.unshift(item);
  if (list.length > bound) list.pop();
}
