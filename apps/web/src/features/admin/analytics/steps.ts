import type { RouteReply } from '@earworm/contracts';
import { isoIn, startOfDay } from '../../../shared/ui/iso-time.js';
import { dayLabel, hourLabel } from './words.js';

type Reply = RouteReply<'analytics'>;
export type Figures = Omit<Reply['days'][number], 'day'>;

export interface Step extends Figures {
  readonly text: string;
  readonly label: string;
  readonly saved: string;
  /** 0 also while the library does not answer. */
  readonly fromTemplates: number;
}

export function stepsOf({ days, hours, templateUse }: Reply, timeZone: string): Step[] {
  if (hours === undefined) {
    const used = new Map(templateUse?.days.map(({ day, games }) => [day, games]));
    return days.map(({ day, ...figures }) => ({
      ...figures,
      text: day,
      label: dayLabel(day),
      saved: isoIn(startOfDay(day, timeZone), timeZone),
      fromTemplates: used.get(day) ?? 0,
    }));
  }
  const used = new Map(templateUse?.hours?.map(({ at, games }) => [at, games]));
  return hours.map(({ at, ...figures }) => {
    const saved = isoIn(at, timeZone);
    const text = `${saved.slice(0, 10)} ${saved.slice(11, 16)}`;
    return { ...figures, text, label: hourLabel(at, timeZone), saved, fromTemplates: used.get(at) ?? 0 };
  });
}
