import { QuestionId, type Medium } from '@earworm/rules';
import type { MediaDeck } from './media-deck.js';
import type { MediaFault } from './media-port.js';

/** So long each song is heard. */
const HEARD_MS = 1_000;
/** Nothing said for this long is a failure too. */
const PATIENCE_MS = 15_000;

/** What became of one song; `blocked`: the browser lets no sound out. */
export type Heard = 'good' | 'blocked' | MediaFault;

/** Plays a second of every medium, one after the other, and tells of each. Ends early when `signal` is aborted. */
export async function soundCheck(
  media: readonly Medium[],
  deck: MediaDeck,
  signal: AbortSignal,
  tell: (place: number, heard: Heard) => void,
): Promise<void> {
  for (const [place, medium] of media.entries()) {
    if (signal.aborted) break;
    deck.follow({ questionId: QuestionId.parse(`check-${place}`), medium, playing: true, heardMs: () => 0 });
    const heard = await hearOne(deck, signal);
    if (heard !== null) tell(place, heard);
  }
  deck.follow(null);
}

function hearOne(deck: MediaDeck, signal: AbortSignal): Promise<Heard | null> {
  return new Promise((resolve) => {
    let playing: ReturnType<typeof setTimeout> | undefined;
    const end = (heard: Heard | null) => {
      clearTimeout(playing);
      clearTimeout(patience);
      unsubscribe();
      signal.removeEventListener('abort', stop);
      resolve(heard);
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
    const patience = setTimeout(() => end('stalled'), PATIENCE_MS);
    const unsubscribe = deck.subscribe(look);
    signal.addEventListener('abort', stop);
    look();
  });
}
