import type { Doubt } from '@earworm/rules';
import { textsOf } from '../../platform/i18n/texts.js';

const t = textsOf('doubts', {
  'late-echoes': 'The page of {{name}} answers measurements later than the browser, as if something delayed it.',
  'far-touches':
    'Buzz after buzz, the phone of {{name}} reports touches further in the past than its connection explains.',
  'far-from-venue': 'The phone of {{name}} is much slower to reach than all others in the same network.',
  other: 'Something does not fit in the times of {{name}}.',
  noProof: 'A reason to look, not a proof. The order stays as it is.',
});

const KNOWN = { 'late-echoes': true, 'far-touches': true, 'far-from-venue': true } as const satisfies Record<
  Doubt,
  true
>;

/** Why the times of a player may not be true, for those who run the game. A newer server may know more reasons. */
export const doubtText = (doubt: Doubt, name: string): string =>
  `${t(doubt in KNOWN ? doubt : 'other', { name })} ${t('noProof')}`;
