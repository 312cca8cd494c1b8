import { SHOW_LIMITS, type ShowFacts, type ShowThresholds } from '@earworm/contracts';
import type { Settings } from '@earworm/rules';
import { localIn } from '../../shared/shows/show-times.js';
import { networksIn } from './networks-field.js';
import { isoIn, timeIn, viewersZone } from '../../shared/ui/iso-time.js';

/** An event as it is being typed. */
export interface EventDraft {
  readonly name: string;
  /** Local time in `timeZone`, as a field holds it. */
  readonly start: string;
  readonly timeZone: string;
  readonly place: string;
  readonly peoplePerRoom: number | '';
  readonly language: string | null;
  readonly settings: Partial<Settings>;
  readonly timeTrialMode: boolean;
  readonly colours: { readonly text: string; readonly background: string } | null;
  readonly keepDays: number | '';
  /** As typed. */
  readonly networks: string;
  readonly thresholds: ShowThresholds;
}

const PEOPLE = 20;
const HOUR_OF_EVENING = 'T19:00';
const WEEK_MS = 7 * 86_400_000;
/** Of a sheet without colours of its own. */
export const OWN_COLOURS = { text: '#1d1236', background: '#ffffff' } as const;

/** An evening a week from now. */
export const newDraft = (now: number): EventDraft => ({
  name: '',
  start: isoIn(now + WEEK_MS, viewersZone()).slice(0, 10) + HOUR_OF_EVENING,
  timeZone: viewersZone(),
  place: '',
  peoplePerRoom: PEOPLE,
  language: null,
  settings: {},
  timeTrialMode: false,
  colours: null,
  keepDays: SHOW_LIMITS.keepDays,
  networks: '',
  thresholds: {},
});

export const draftOf = ({ startsAt, ...facts }: ShowFacts): EventDraft => ({
  ...facts,
  start: localIn(startsAt, facts.timeZone),
  networks: facts.networks.join('\n'),
});

/** Null while the start or a number is missing. */
export function factsOf({ start, peoplePerRoom, keepDays, networks, ...draft }: EventDraft): ShowFacts | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(start) || peoplePerRoom === '' || keepDays === '') return null;
  const startsAt = timeIn(`${start.slice(0, 16)}:00`, draft.timeZone);
  return {
    ...draft,
    colours: draft.colours && { ...draft.colours },
    startsAt,
    peoplePerRoom,
    keepDays,
    networks: networksIn(networks),
  };
}
