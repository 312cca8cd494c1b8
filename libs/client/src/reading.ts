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
    case 'game':
      return typeof frame.code === 'string' && typeof frame.ok === 'boolean';
    case 'entered':
      return typeof frame.gameId === 'string' && typeof frame.userId === 'string';
    case 'pong':
      return typeof frame.t === 'number' && typeof frame.now === 'number';
    case 'presence':
      return typeof frame.online === 'number';
    case 'operations':
      return Array.isArray(frame.games) && Array.isArray(frame.services) && typeof frame.now === 'number';
    case 'show':
      return Array.isArray(frame.rooms) && Array.isArray(frame.cards) && Array.isArray(frame.gone);
    case 'auth':
      return true;
    case 'bye':
      return typeof frame.code === 'string';
    default:
      return false;
  }
}
