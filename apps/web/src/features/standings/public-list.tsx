import type { PublicStandings } from '@earworm/contracts';
import type { ReactNode } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { AccessibleText } from '../../shared/ui/screen-reader.js';
import styles from './public-list.module.css';
import { clockTime, hasTrend, valueText } from './stage-facts.js';
import { t } from './stage-texts.js';
import { Trend } from './trend.js';

interface Props {
  readonly found: PublicStandings;
  /** How old it is, where that matters. */
  readonly note: ReactNode;
}

/** What all may see who have the link, most of them on phones. */
export function PublicList({ found, note }: Props) {
  const { name, entries, counting, kind, frozenAt, reveal, rounds, total } = found;
  const isTrending = hasTrend(found);
  // Places that are revealed from the last to the first are not the top ones before the first is shown.
  const isTop = reveal === null || reveal.next === null;
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <p dir="auto">{name}</p>
        <h1>{t(reveal === null ? kind : 'results')}</h1>
        <p>
          {[
            reveal !== null ? null : frozenAt === null ? t('live') : t('frozen', { time: clockTime(frozenAt) }),
            counting === 'points' ? null : t(counting === 'average' ? 'perQuestion' : 'forPlaces'),
            isTrending ? t('round', { n: rounds }) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <div className={styles.note}>{note}</div>
      {entries.length === 0 ? (
        <p className={styles.none} role="status">
          {t(reveal === null ? 'notYet' : 'soon')}
        </p>
      ) : (
        <ol className={styles.rows} data-trend={isTrending || undefined} aria-label={t('title')}>
          {entries.map(({ rank, before, name: who, value }, at) => (
            <li key={at} data-rank={rank}>
              <b className={styles.place}>
                <AccessibleText text={t('place', { n: rank })}>{figure(rank)}</AccessibleText>
              </b>
              {isTrending && <Trend rank={rank} before={before} />}
              <bdi className={styles.name}>{who}</bdi>
              <b className={styles.value}>
                <AccessibleText text={t(`points_${counting}`, { n: valueText(counting, value) })}>
                  {valueText(counting, value)}
                </AccessibleText>
              </b>
            </li>
          ))}
        </ol>
      )}
      <footer className={styles.foot}>
        {isTrending && <p>{t('trendHint', { n: rounds })}</p>}
        <p>{t('level')}</p>
        {isTop && entries.length > 0 && entries.length < total && (
          <p>{t('top', { n: figure(entries.length), total: figure(total) })}</p>
        )}
      </footer>
    </main>
  );
}
