import { useEffect } from 'react';
import { addMessages, ERRORS } from '@earworm/contracts';
import { useUserWork } from '../../platform/busy-control.js';
import { endWait, showWait } from '../../platform/notifications/messages.js';
import { useExplained, wordsFor } from './late-notice.js';
import { useLate } from './use-late.js';

// What is loaded first is built without most messages.
addMessages(ERRORS);

/** So that a part of the page that explains the same wait comes first. */
const LET_PAGE_EXPLAIN_MS = 100;

/** Says what is wrong when what a press has begun is not done after eight seconds, unless the page says so itself. */
export function LateWork() {
  const oldest = useUserWork((list) => list[0] ?? null);
  const late = useLate(oldest !== null, oldest?.since);
  const isExplained = useExplained((count) => count > 0);
  const isBusy = late?.reach === 'answers' && oldest?.isBusy?.() === true;
  const words = late === null || isExplained ? null : wordsFor(isBusy ? { reach: 'busy' } : late);
  const [title, text] = [words?.title, words?.lines[0]];
  useEffect(() => {
    if (title === undefined || text === undefined) return;
    const timer = setTimeout(() => showWait(title, text), LET_PAGE_EXPLAIN_MS);
    return () => {
      clearTimeout(timer);
      endWait();
    };
  }, [title, text]);
  return null;
}
