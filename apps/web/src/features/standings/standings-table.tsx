import type { StandingsEntry } from '@earworm/contracts';
import { figure, hundredths } from '../../platform/i18n/numbers.js';
import styles from './standings.module.css';
import { t } from './texts.js';
import type { Asked } from './use-standings.js';

/** What is ranked, where that is not the points. */
const VALUES = {
  points: null,
  average: { title: 'perQuestion', shown: hundredths },
  places: { title: 'forPlaces', shown: figure },
} as const;

interface Props {
  readonly entries: readonly StandingsEntry[];
  readonly counting: Asked['counting'];
  readonly isOld: boolean;
}

export function StandingsTable({ entries, counting, isOld }: Props) {
  const value = VALUES[counting];
  const isShared = (at: number) => [at - 1, at + 1].some((other) => entries[other]?.rank === entries[at]?.rank);
  return (
    <table
      className={styles.table}
      data-valued={value !== null || undefined}
      data-old={isOld || undefined}
      aria-label={t('title')}
    >
      <thead>
        <tr>
          <th scope="col">{t('place')}</th>
          <th scope="col">{t('name')}</th>
          <th scope="col" className={styles.room}>
            {t('room')}
          </th>
          {value !== null && <th scope="col">{t(value.title)}</th>}
          <th scope="col">{t('points')}</th>
          <th scope="col" className={styles.right}>
            {t('right')}
          </th>
          <th scope="col" className={styles.wrong}>
            {t('wrong')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ rank, name, room, points, right, wrong, value: ranked }, at) => (
          <tr key={at}>
            <td className={styles.place}>
              {figure(rank)}
              {isShared(at) && <span aria-hidden>=</span>}
            </td>
            <th scope="row">
              <bdi>{name}</bdi>
              <span className={styles.roomBelow}>{t('roomOf', { number: room.number, name: room.name })}</span>
            </th>
            <td className={styles.room}>{t('roomOf', { number: room.number, name: room.name })}</td>
            {value !== null && <td>{value.shown(ranked)}</td>}
            <td>{figure(points)}</td>
            <td className={styles.right}>{figure(right)}</td>
            <td className={styles.wrong}>{figure(wrong)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
