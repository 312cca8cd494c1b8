import type { OperationsFrame } from '@earworm/contracts';
import { figure } from '../../../ui/numbers.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';

const ms = (value: number | null) => (value === null ? t('none') : t('ms', { n: figure(value) }));

/** The figures of the whole house. */
export function FigureTiles({ frame: { sockets, press, services, errors } }: { frame: OperationsFrame }) {
  const lag = Math.max(0, ...services.map(({ lagMs }) => lagMs.p99));
  const browser = errors.browser === null ? t('unknown') : figure(errors.browser);
  const tiles = [
    { name: t('sockets'), value: figure(sockets) },
    { name: t('pressP50'), value: ms(press.p50), note: t('pressesMinute', { count: press.count }) },
    { name: t('pressP99'), value: ms(press.p99), bad: press.p99 !== null && press.p99 > 100 },
    { name: t('lag'), value: ms(lag), bad: lag > 100 },
    {
      name: t('errorsMinute'),
      value: figure((errors.browser ?? 0) + errors.server),
      note: t('errorsSplit', { browser, server: figure(errors.server) }),
      bad: (errors.browser ?? 0) + errors.server > 0,
    },
  ];
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ name, value, note, bad }) => (
        <div key={name} className={styles.tile} data-bad={bad || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
