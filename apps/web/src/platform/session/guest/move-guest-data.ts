import { RefusedError } from '@earworm/contracts';
import { guestToBring, keepGuestToBring, keepMovingTo } from '../../storage/session-marks.js';
import { http } from '../../http/http.js';

interface Account {
  userId(): string | undefined;
  followMoves(): void;
}

const ASK_AGAIN_MS = { first: 1_000, most: 60_000 };

let bringing: Promise<void> | null = null;

/** Moves a guest's data to the account that they signed in to by redirect; retries until the server has answered. */
export function moveGuestData(account: Account): Promise<void> {
  bringing ??= bring(account).finally(() => (bringing = null));
  return bringing;
}

async function bring(account: Account): Promise<void> {
  for (let pauseMs = ASK_AGAIN_MS.first; ; pauseMs = Math.min(2 * pauseMs, ASK_AGAIN_MS.most)) {
    const mark = guestToBring();
    if (mark === null) return;
    const { guestToken, userId } = mark;
    if (account.userId() !== userId) return keepGuestToBring(null);
    try {
      await http.call('moveGuest', { body: { guestToken } });
      keepGuestToBring(null);
      keepMovingTo(userId);
      return account.followMoves();
    } catch (error) {
      if (!mayAskAgain(error)) return keepGuestToBring(null);
      const { n } = error.params;
      const waitMs = typeof n === 'number' ? n * 1_000 : pauseMs;
      await new Promise((passed) => setTimeout(passed, waitMs));
    }
  }
}

const AGAIN: ReadonlySet<string> = new Set(['unavailable', 'busy', 'retry', 'internal']);
const mayAskAgain = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && (AGAIN.has(error.code) || error.code.startsWith('limit-'));
