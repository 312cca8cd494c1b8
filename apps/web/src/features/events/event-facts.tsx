import type { ShowDetail } from '@earworm/contracts';
import type { ReactNode } from 'react';
import { dateFormat } from '../../platform/i18n/dates.js';
import { figure } from '../../platform/i18n/numbers.js';
import { dayIn, startIn, zoneName } from '../../shared/shows/show-times.js';
import { startOfDay } from '../../shared/ui/iso-time.js';
import styles from './events.module.css';
import { roomsIn } from './phases.js';
import { t } from './texts.js';

const DAY_MS = 86_400_000;

export function EventFacts({ show: { facts, counts, quota } }: { show: ShowDetail }) {
  const { startsAt, timeZone, place, peoplePerRoom, keepDays } = facts;
  const rooms = roomsIn(counts);
  const erasedAt = startOfDay(dayIn(startsAt + keepDays * DAY_MS, timeZone), timeZone);
  return (
    <dl className={styles.facts}>
      <Fact title={t('date')} value={startIn(startsAt, timeZone)} hint={zoneName(timeZone)} />
      {place !== '' && <Fact title={t('place')} value={<span dir="auto">{place}</span>} />}
      <Fact
        title={t('roomsFact')}
        value={t('ofMost', { n: figure(rooms), most: figure(quota.rooms) })}
        hint={t('ready', { count: counts.ready, n: figure(counts.ready) })}
      />
      <Fact
        title={t('people')}
        value={t('ofMost', { n: figure(rooms * peoplePerRoom), most: figure(quota.people) })}
        hint={t('perRoom', { n: figure(peoplePerRoom) })}
      />
      <Fact
        title={t('kept')}
        value={t('days', { count: keepDays, n: figure(keepDays) })}
        hint={t('erasedOn', {
          day: dateFormat({ dateStyle: 'medium', timeZone }).format(erasedAt),
        })}
      />
    </dl>
  );
}

const Fact = ({ title, value, hint }: { title: string; value: ReactNode; hint?: string }) => (
  <div className={styles.fact}>
    <dt>{title}</dt>
    <dd>{value}</dd>
    {hint !== undefined && <dd className={styles.dim}>{hint}</dd>}
  </div>
);
