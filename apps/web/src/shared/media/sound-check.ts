import { QuestionId, type Medium } from '@earworm/rules';
import type { MediaDeck } from './media-deck.js';
import type { MediaFault } from './media-port.js';

const HEARD_MS = 1_000;
const FAILED_AFTER_MS = 15_000;

/** `blocked`: the browser allows no sound. */
export type SoundResult = 'good' | 'blocked' | MediaFault;

/**
 * Plays a second of every medium. While one deck plays, the other loads the next one silently. Ends early when
 * `signal` is aborted.
 */
export async function soundCheck(
  media: readonly Medium[],
  decks: readonly [MediaDeck, MediaDeck],
  signal: AbortSignal,
  onResult: (place: number, result: SoundResult) => void,
): Promise<void> {
  const follow = (place: number, playing: boolean) => {
    const medium = media[place];
    const playback = medium && { questionId: questionOf(place), medium, playing, heardMs: () => 0 };
    deckOf(place).follow(playback ?? null);
  };
  const deckOf = (place: number) => decks[place % 2 === 0 ? 0 : 1];
  for (const place of media.keys()) {
    if (signal.aborted) break;
    if (deckOf(place).state.status !== 'failed') follow(place, true);
    follow(place + 1, false);
    const result = await checkOne(deckOf(place), signal);
    if (result !== null) onResult(place, result);
    deckOf(place).follow(null);
  }
  for (const deck of decks) deck.follow(null);
}

const questionOf = (place: number) => QuestionId.parse(`check-${place}`);

function checkOne(deck: MediaDeck, signal: AbortSignal): Promise<SoundResult | null> {
  return new Promise((resolve) => {
    let playing: ReturnType<typeof setTimeout> | undefined;
    const end = (result: SoundResult | null) => {
      clearTimeout(playing);
      clearTimeout(stallTimer);
      unsubscribe();
      signal.removeEventListener('abort', stop);
      resolve(result);
    };
    const stop = () => end(null);
    const look = () => {
      const { status, fault, blocked } = deck.state;
      if (status === 'failed') end(fault ?? 'player');
      else if (blocked) end('blocked');
      else if (status === 'playing') playing ??= setTimeout(() => end('good'), HEARD_MS);
      else if (status === 'ended') end('good');
      else {
        clearTimeout(playing);
        playing = undefined;
      }
    };
    const stallTimer = setTimeout(() => end('stalled'), FAILED_AFTER_MS);
    const unsubscribe = deck.subscribe(look);
    signal.addEventListener('abort', stop);
    look();
  });
}
