import { BUZZ_HOLD_MS } from '../constants.js';
import { shuffled } from '../shuffled.js';
import { CREDIT_MAX_MS } from './timing.js';

/** `corrected`: by when the touch counts. `level`: as corrected, but those too close to tell apart are drawn by lot. */
export type BuzzOrder = 'corrected' | 'level';

/** Differences below this are level whatever was measured: sound alone needs 30 ms for 10 m. */
export const LEVEL_MS = 30;

export interface TimedBuzz {
  /** When the touch counts, ms since the epoch. */
  readonly at: number;
  readonly arrivedAt: number;
  readonly errorMs: number | null;
}

/** A buzz on a phone that plays the song itself. */
interface HeardBuzz extends TimedBuzz {
  /** From when on the phone heard the song, ms after the question began, as it says; absent where it does not, or cannot have. */
  readonly heardFromMs?: number | undefined;
  /** Its shift is no larger: no touch counts from before the player could buzz. Absent where that is no bound. */
  readonly shiftMaxMs?: number | undefined;
}

/** Two buzzes of one hold are never further apart, so that more would change no order. */
export const SONG_SHIFT_MAX_MS = BUZZ_HOLD_MS.most + CREDIT_MAX_MS;

/**
 * The buzzes as if all phones had heard the song from the same moment: who heard it `shiftMs` later than the earliest of them
 * counts so much earlier. What a phone says of its song is a claim, which nothing here measures.
 */
export function withSongShifts<B extends HeardBuzz>(buzzes: readonly B[]): (B & { readonly shiftMs?: number })[] {
  const earliest = Math.min(...buzzes.flatMap(({ heardFromMs }) => heardFromMs ?? []));
  return buzzes.map((buzz) => {
    const { heardFromMs = earliest, shiftMaxMs = SONG_SHIFT_MAX_MS } = buzz;
    const shiftMs = Math.min(heardFromMs - earliest, shiftMaxMs, SONG_SHIFT_MAX_MS);
    return shiftMs > 0 ? { ...buzz, at: buzz.at - shiftMs, shiftMs } : buzz;
  });
}

/**
 * Of the bound of an error, what it reaches in nearly all networks: the bound allows for a way there that takes no time at all,
 * while the two ways differ by six to four at most.
 */
const LIKELY = 1 / 5;

/** Whether the second of two buzzes is too close to the first to tell who was first. */
export const isLevel = (first: TimedBuzz, second: TimedBuzz): boolean =>
  Math.abs(second.at - first.at) < Math.max(LEVEL_MS, LIKELY * ((first.errorMs ?? 0) + (second.errorMs ?? 0)));

/** A buzz in its order. `lot`: number of the draw that decided its place among others; absent where none did. */
export type Placed<B> = B & { readonly lot?: number };

/**
 * The buzzes of one hold in the order in which they count. `buzzes` is in order of arrival. Who is level with the earliest
 * of those that are left draws with it; so being level is never a chain that reaches further than its bound.
 */
export function ordered<B extends TimedBuzz>(buzzes: readonly B[], mode: BuzzOrder, seed: number): Placed<B>[] {
  const byTime = [...buzzes].sort((a, b) => a.at - b.at || a.arrivedAt - b.arrivedAt);
  if (mode === 'corrected') return byTime;
  const result: Placed<B>[] = [];
  let lots = 0;
  let rest = byTime;
  while (rest[0] !== undefined) {
    const [earliest] = rest;
    const level = rest.filter((each) => each === earliest || isLevel(earliest, each));
    const drawn = shuffled(level, seed + result.length);
    if (drawn.length > 1) lots += 1;
    result.push(...(drawn.length > 1 ? drawn.map((buzz) => ({ ...buzz, lot: lots })) : drawn));
    rest = rest.filter((each) => !level.includes(each));
  }
  return result;
}
