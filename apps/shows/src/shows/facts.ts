import {
  canonicalNetwork,
  logoPath,
  RefusedError,
  SHOW_LIMITS,
  type ShowFacts,
  type ShowLogo,
} from '@earworm/contracts';
import { cleanLine } from '@earworm/rules';
import { isOpen } from './access.js';
import type { ShowRow, StoredLogo } from './show.entity.js';

/** Facts as they are stored. */
export const cleanFacts = (facts: ShowFacts): ShowFacts => ({
  ...facts,
  name: cleanLine(facts.name),
  place: cleanLine(facts.place),
  networks: [...new Set(facts.networks.map(canonicalNetwork))],
});

export const columnsOf = ({ startsAt, ...facts }: ShowFacts) => ({ ...facts, startsAt: new Date(startsAt) });

export const factsOf = (show: ShowRow): ShowFacts => ({
  name: show.name,
  startsAt: show.startsAt.getTime(),
  timeZone: show.timeZone,
  place: show.place,
  peoplePerRoom: show.peoplePerRoom,
  language: show.language,
  settings: show.settings,
  timeTrialMode: show.timeTrialMode,
  colours: show.colours,
  keepDays: show.keepDays,
  networks: show.networks,
  thresholds: show.thresholds,
});

export function logoOf({ showId }: Pick<ShowRow, 'showId'>, logo: StoredLogo | null): ShowLogo | null {
  if (logo === null) return null;
  const { hash, width, height } = logo;
  return { path: logoPath(showId, hash), width, height };
}

/** Left out where there is none. */
export function sponsorLogoOf(show: ShowRow): { readonly sponsorLogo?: ShowLogo } {
  const sponsorLogo = logoOf(show, show.sponsorLogo);
  return sponsorLogo === null ? {} : { sponsorLogo };
}

export function refusePastStart(startsAt: number): void {
  if (!isOpen({ startsAt: new Date(startsAt) })) throw new RefusedError('event-start-past');
}

/** An event without rooms needs one for its people. */
export function refuseTooManyPeople(rooms: number, peoplePerRoom: number, most: number = SHOW_LIMITS.people): void {
  if (Math.max(1, rooms) * peoplePerRoom > most) throw new RefusedError('event-people-full', { n: most });
}
