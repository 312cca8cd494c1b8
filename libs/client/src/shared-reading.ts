import type { ServerFrame } from '@earworm/contracts';
import type { GameView } from '@earworm/rules';

/** Frames and views are immutable, so clients of one game in one process can share them. */
export interface Reading {
  parse(text: unknown): ServerFrame | null;
  /** The view at this version for this role and log; computed unless cached. */
  viewAt(key: string, version: number, make: () => GameView): GameView;
}

/** For a client alone in its process. */
export const ownReading: Reading = { parse: parseServerFrame, viewAt: (_key, _version, make) => make() };

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
      const frame = parseServerFrame(text);
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

/** Null when the text is no frame. Only its outline is checked: a schema for every frame would cost more than applying it. */
function parseServerFrame(text: unknown): ServerFrame | null {
  if (typeof text !== 'string') return null;
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return null;
  }
  return hasOutline(frame) ? frame : null;
}

type Outline = Partial<Record<string, unknown>>;

function hasOutline(value: unknown): value is ServerFrame {
  if (typeof value !== 'object' || value === null) return false;
  const frame: Outline = value;
  switch (frame.type) {
    case 'events':
      return typeof frame.from === 'number' && typeof frame.logId === 'string' && Array.isArray(frame.list);
    case 'snapshot':
      return typeof frame.version === 'number' && typeof frame.logId === 'string' && typeof frame.state === 'object';
    case 'answer':
      return typeof frame.id === 'string' && typeof frame.ok === 'boolean';
    case 'delayed':
      return typeof frame.id === 'string' && [frame.ms, frame.place, frame.everyMs].every(Number.isFinite);
    case 'pong':
      return typeof frame.t === 'number' && typeof frame.now === 'number';
    case 'presence':
      return typeof frame.online === 'number';
    case 'operations':
      return Array.isArray(frame.games) && Array.isArray(frame.services) && typeof frame.now === 'number';
    case 'auth':
      return true;
    case 'bye':
      return typeof frame.code === 'string';
    default:
      return false;
  }
}
