import type { Role } from '@earworm/rules';
import { loadConfetti } from '../shared/ui/use-confetti.js';

/**
 * Fetches what the screens of a game show only later: messages, the end. A release during the game takes these files from
 * the server, and the page would have to be loaded again for them. What cannot be fetched now is asked for when it is needed.
 */
export async function loadAhead(role: Role): Promise<void> {
  const pieces: Promise<unknown>[] = [import('../platform/notifications/messages.js'), loadConfetti()];
  if (role === 'moderator') pieces.push(import('../shared/templates/save-as-template.js'), import('../shared/game/play-again.js'));
  await Promise.allSettled(pieces);
}
