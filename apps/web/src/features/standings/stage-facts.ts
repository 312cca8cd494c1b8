import type { ShowStage } from '@earworm/contracts';
import { dateFormat } from '../../platform/i18n/dates.js';
import { figure, hundredths } from '../../platform/i18n/numbers.js';

type Entry = ShowStage['entries'][number];

/** Both keep their keys in the fragment, which browsers do not send: `stageKeyIn` of `shared/invite` reads them. */
export const eventStageLink = (origin: string, showId: string, key: string) =>
  `${origin}/events/${showId}/stage#key=${key}`;
export const publicLink = (origin: string, showId: string, key: string) =>
  `${origin}/events/${showId}/public-standings#key=${key}`;

export const clockTime = (at: number): string => dateFormat({ timeStyle: 'short' }).format(at);

/** What is ranked, as it is shown. */
export const valueText = (counting: ShowStage['counting'], value: number): string =>
  counting === 'average' ? hundredths(value) : figure(value);

/** From the second round on; before, each place is the first one. */
export const hasTrend = ({ rounds }: Pick<ShowStage, 'rounds'>): boolean => rounds > 1;

interface GroupOnStage {
  readonly name: string;
  /** Entries among those that are shown. */
  readonly count: number;
  /** Its best place. */
  readonly best: number;
}

/** Of the entries that are shown, the best first; none where there is only one. */
export function groupsOf(entries: readonly Entry[]): readonly GroupOnStage[] {
  const groups = new Map<string, GroupOnStage>();
  for (const { rank, room } of entries) {
    if (room.group === '') continue;
    const { count, best } = groups.get(room.group) ?? { count: 0, best: rank };
    groups.set(room.group, { name: room.group, count: count + 1, best: Math.min(best, rank) });
  }
  const found = [...groups.values()].toSorted((a, b) => a.best - b.best || b.count - a.count);
  return found.length > 1 ? found : [];
}

/** Whether no place is hidden. */
export const isComplete = ({ reveal }: Pick<ShowStage, 'reveal'>): boolean => reveal === null || reveal.next === null;

/** By how much the first is ahead of the second; null where that is nothing, or hidden. */
export function leadOf({ entries, reveal }: Pick<ShowStage, 'entries' | 'reveal'>): number | null {
  const [first, second] = entries;
  if (first?.rank !== 1 || second === undefined || !isComplete({ reveal })) return null;
  return first.value - second.value || null;
}
