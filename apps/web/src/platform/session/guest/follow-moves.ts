import { textsOf } from '../../i18n/texts.js';
import { keepMovingTo } from '../../storage/session-marks.js';
import { http } from '../../http/http.js';

export const t = textsOf('guest', {
  signOutTitle: 'Sign out as a guest?',
  cannotReturn: 'You cannot sign in to this guest account again, on this or any other device.',
  lost: 'You will lose:',
  lostUnknown: 'You will lose your templates and your seats in games.',
  templates_one: '{{count}} template',
  templates_other: '{{count}} templates',
  seats_one: 'your seat in {{count}} game',
  seats_other: 'your seats in {{count}} games',
  moderated_one: '{{count}} game you moderate',
  moderated_other: '{{count}} games you moderate',
  keepAll: 'Create an account to keep everything.',
  games_one: '{{count}} game',
  games_other: '{{count}} games',
  moving: 'Moving your games and templates…',
  moved: 'Moved to your account: {{what}}',
  counting: 'Checking what you would lose…',
});

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
