import { Button } from '@mantine/core';
import { SHOW_LIMITS, type ShowSummary } from '@earworm/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { figure } from '../../platform/i18n/numbers.js';
import { startIn } from '../../shared/shows/show-times.js';
import { exactly } from '../../shared/ui/relative-time.js';
import styles from './events.module.css';
import { type EventPhase, nextStep, roomsIn } from './phases.js';
import { t } from './texts.js';

interface Props {
  readonly show: ShowSummary;
  readonly phase: EventPhase;
  readonly now: number;
  onRestore(showId: string): Promise<void>;
}

export function EventRow({ show, phase, now, onRestore }: Props) {
  const { showId, name, place, startsAt, timeZone, counts, role, deletedAt } = show;
  const rooms = roomsIn(counts);
  const step = nextStep(counts);
  return (
    <li className={styles.event} data-phase={phase}>
      <div className={styles.what}>
        {deletedAt === null ? (
          <Link className={styles.name} to={`/events/${showId}`} dir="auto">
            {name}
          </Link>
        ) : (
          <span className={styles.name} dir="auto">
            {name}
          </span>
        )}
        {place !== '' && (
          <span className={styles.dim} dir="auto">
            {place}
          </span>
        )}
      </div>
      <time className={styles.when} dateTime={new Date(startsAt).toISOString()}>
        {startIn(startsAt, timeZone)}
        <span className={styles.dim}>{daysUntil(startsAt, now)}</span>
      </time>
      <span className={styles.rooms}>{t('rooms', { count: rooms, rooms: figure(rooms) })}</span>
      <span className={styles.step} data-warning={step.isWarning || undefined}>
        {step.isWarning && <IconAlertTriangle size={18} aria-hidden />}
        {deletedAt === null ? step.text : t('restoreUntil', { time: exactly(deletedAt + SHOW_LIMITS.restoreMs) })}
      </span>
      {deletedAt === null ? (
        <Button variant="default" component={Link} to={`/events/${showId}`} aria-label={t('openNamed', { name })}>
          {t('open')}
        </Button>
      ) : (
        role === 'operator' && (
          <Button variant="default" aria-label={t('restoreNamed', { name })} onClick={() => void onRestore(showId)}>
            {t('restore')}
          </Button>
        )
      )}
    </li>
  );
}

const DAY_MS = 86_400_000;

function daysUntil(at: number, now: number): string {
  const days = Math.round((at - now) / DAY_MS);
  return days > 0 ? t('inDays', { count: days }) : days < 0 ? t('daysAgo', { count: -days }) : t('today');
}
