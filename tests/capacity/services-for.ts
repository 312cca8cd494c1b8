import { memoryOf, mostCores, type PartModel, THE_OTHERS } from './cost-model.js';
import type { Cell } from './plan.js';

/** A thread that is busy for longer has nothing left for a replica that is lost. */
const BUSY_SHARE = 0.6;
const SCALED = new Set(['gateway', 'game']);

export interface Needed {
  readonly part: string;
  readonly replicas: number;
  /** Of each, on average. */
  readonly cores: number;
  /** Of each; 0 where it is not measured. */
  readonly memoryMb: number;
}

/** How many processes of each kind an event in so many rooms needs, with one spare of the scaled ones. */
export function servicesFor(parts: readonly PartModel[], cell: Cell): Needed[] {
  return parts.map((part) => {
    const [own = 0] = part.cpu.terms;
    const [ownMb = 0] = part.memory?.terms ?? [];
    const shared = mostCores(part, cell) - own;
    const sharedMb = memoryOf(part, cell) - ownMb;
    const isScaled = SCALED.has(part.part);
    const busy = isScaled ? Math.max(1, Math.ceil(shared / (BUSY_SHARE - own))) : 1;
    const replicas = isScaled ? busy + 1 : 1;
    return {
      part: part.part === THE_OTHERS ? 'all others together' : part.part,
      replicas,
      cores: own + shared / busy,
      memoryMb: part.memory === null ? 0 : ownMb + sharedMb / busy,
    };
  });
}
