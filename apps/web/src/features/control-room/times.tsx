import { createContext, type ReactNode, useContext } from 'react';
import { dateFormat } from '../../platform/i18n/dates.js';
import { useNow } from '../../shared/ui/use-now.js';
import { duration } from './texts.js';

const Now = createContext(0);

/** Ages go on each second, and what is around them is not rendered again. */
export function NowProvider({ clockOffsetMs, children }: { clockOffsetMs: number; children: ReactNode }) {
  return <Now value={useNow(clockOffsetMs, true, 1_000)}>{children}</Now>;
}

export const Age = ({ since, className }: { since: number; className?: string | undefined }) => (
  <span className={className}>{duration(useContext(Now) - since)}</span>
);

/** By the clock of the venue. */
export const timeOfDay = (at: number, timeZone: string): string =>
  dateFormat({ timeStyle: 'short', timeZone }).format(at);
