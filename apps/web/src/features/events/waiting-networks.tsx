import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { figure } from '../../platform/i18n/numbers.js';
import { startIn } from '../../shared/shows/show-times.js';
import { useShowNetworks } from '../../shared/shows/use-show.js';
import styles from './events.module.css';
import { isWaiting } from './networks-card.js';
import { t } from './texts.js';

/** For administrators: events whose networks they have not decided about. */
export function WaitingNetworks() {
  const waiting = useShowNetworks().data?.shows.filter(isWaiting) ?? [];
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="networks-waiting">
      <h2 id="networks-waiting" className={styles.heading}>
        {t('networksToDecide')}
      </h2>
      <ul className={styles.list}>
        {waiting.map(({ showId, name, owner, people, networks, from, until, timeZone }) => (
          <li key={showId} className={styles.event}>
            <div className={styles.what}>
              <Link className={styles.name} to={`/events/${showId}`} dir="auto">
                {name}
              </Link>
              <span className={styles.dim} dir="auto">
                {owner}
              </span>
            </div>
            <span className={styles.when}>
              {startIn(from, timeZone)}
              <span className={styles.dim}>{t('until', { time: startIn(until, timeZone) })}</span>
            </span>
            <span className={styles.rooms}>{t('peopleExpected', { n: figure(people) })}</span>
            <span className={styles.step} dir="ltr">
              {networks.join(', ')}
            </span>
            <Button
              variant="default"
              component={Link}
              to={`/events/${showId}`}
              aria-label={t('networksOpenNamed', { name })}
            >
              {t('open')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
