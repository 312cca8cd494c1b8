import type { RoomNow } from '@earworm/contracts';
import { useMemo } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './control-room.module.css';
import { figuresOf } from './found-rooms.js';
import { t } from './texts.js';

export function Figures({ rooms }: { rooms: ReadonlyMap<string, RoomNow> }) {
  const { playing, waiting, over, help, online } = useMemo(() => figuresOf(rooms.values()), [rooms]);
  const all = [
    ...([['playing', playing] as const, ['waiting', waiting] as const, ['finished', over] as const] as const),
    ...([['callsForHelp', help] as const, ['online', online] as const] as const),
  ];
  return (
    <dl className={styles.figures} aria-label={t('figures')}>
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{figure(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
