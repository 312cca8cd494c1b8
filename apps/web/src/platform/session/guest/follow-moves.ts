import { textsOf } from '../../i18n/texts.js';
import en from './en.json' with { type: 'json' };
import { keepMovingTo } from '../../storage/session-marks.js';
import { http } from '../../http/http.js';

export const t = textsOf('guest', en);

const ASK_AGAIN_MS = 1_000;

let following: Promise<void> | null = null;

/** Reports the progress of moving a guest's data while the account is signed in. */
export function followMoves(isTheirs: () => boolean): Promise<void> {
  following ??= follow(isTheirs).finally(() => (following = null));
  return following;
}

async function follow(isTheirs: () => boolean): Promise<void> {
  const { endProgress, showProgress } = await import('../../notifications/messages.js');
  showProgress(t('moving'));
  let moved: string | null = null;
  while (isTheirs()) {
    const answer = await http.call('guestMoves').catch(() => null);
    if (answer !== null && answer.moves.every(({ done }) => done)) {
      const [latest = { templates: 0, games: 0 }] = answer.moves;
      const parts = (['templates', 'games'] as const).filter((kind) => latest[kind] > 0);
      if (parts.length > 0)
        moved = t('moved', { what: parts.map((kind) => t(kind, { count: latest[kind] })).join(', ') });
      break;
    }
    await new Promise((passed) => setTimeout(passed, ASK_AGAIN_MS));
  }
  endProgress(moved);
  keepMovingTo(null);
  if (moved !== null) await (await import('../../http/queries.js')).queries.invalidateQueries();
}
