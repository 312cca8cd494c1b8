import { type Audience, AUDIENCES } from '@earworm/rules';
import { localeNow, textsOf } from '../../platform/i18n/texts.js';

export const t = textsOf('announcements', {
  announce: 'Announce…',
  title: 'Announce something',
  lead: 'Phones, stage and crew show it without covering anything. It takes the place of an earlier one.',
  leadMany_one: 'It is shown in {{n}} room.',
  leadMany_other: 'It is shown in {{n}} rooms.',
  text: 'Text',
  audience: 'For',
  players: 'Players',
  crew: 'Crew',
  stage: 'Stage',
  for_players: 'players',
  for_crew: 'crew',
  for_stage: 'stage',
  noAudience: 'Choose who it is for.',
  minutes: 'Shown for',
  minutesOf_one: '{{count}} minute',
  minutesOf_other: '{{count}} minutes',
  yes: 'Announce',
  shownTo: 'For {{names}}, until {{time}}',
  readBy: 'Read by {{names}}',
  gotIt: 'Got it',
  end: 'End it',
});

/** Always in the same order. */
export function audienceText(audience: readonly Audience[]): string {
  const names = AUDIENCES.filter((name) => audience.includes(name)).map((name) => t(`for_${name}`));
  return new Intl.ListFormat(localeNow()).format(names);
}
