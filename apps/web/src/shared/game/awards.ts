import type { Awards } from '@earworm/rules';
import { tenths } from '../../platform/i18n/numbers.js';
import { isolated, localeNow } from '../../platform/i18n/texts.js';
import { t } from './texts.js';

interface Won {
  readonly winners: readonly { readonly name: string }[];
}
/** As a view or a result has them. */
interface Named {
  readonly fastestBuzz?: (Won & { readonly heardMs: number }) | undefined;
  readonly longestStreak?: (Won & { readonly count: number }) | undefined;
}

/** One line each, with its winners and how fast or how long. */
export function awardLines({ fastestBuzz, longestStreak }: Named = {}): readonly string[] {
  const names = (winners: Won['winners']) =>
    new Intl.ListFormat(localeNow()).format(winners.map(({ name }) => isolated(name)));
  return [
    ...(fastestBuzz
      ? [t('fastestBuzz', { names: names(fastestBuzz.winners), seconds: tenths(fastestBuzz.heardMs / 1_000) })]
      : []),
    ...(longestStreak
      ? [t('longestStreak', { names: names(longestStreak.winners), number: longestStreak.count })]
      : []),
  ];
}

/** Of one player, on whose phone there is no room for names. */
export function ownAwardLines({ fastestBuzz, longestStreak }: Awards = {}, ownId: string): readonly string[] {
  const isOwn = (award: Awards[keyof Awards]) => award?.winners.some(({ playerId }) => playerId === ownId) === true;
  return [
    ...(isOwn(fastestBuzz) ? [t('ownFastestBuzz')] : []),
    ...(isOwn(longestStreak) ? [t('ownLongestStreak')] : []),
  ];
}
