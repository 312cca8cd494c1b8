import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { clients } from '../../shared/live/clients.js';
import { Facts, Panel, t } from './panel.js';
import styles from './debug-panels.module.css';

const EVERY_MS = 1_000;

export function ConnectionPanel() {
  const [open, setOpen] = useState(() => clients.all());
  useInterval(() => setOpen(clients.all()), EVERY_MS, { autoInvoke: true });
  return (
    <Panel title={t('connection')}>
      {open.length === 0 && <p className={styles.none}>{t('noConnection')}</p>}
      {open.map(({ key, state }) => (
        <Facts
          key={key}
          of={[
            [t('state'), state.connection + (state.closedBy === null ? '' : ` (${state.closedBy})`)],
            [t('role'), state.role],
            [t('roundTrip'), state.roundTripMs === null ? '–' : t('ms', { ms: Math.round(state.roundTripMs) })],
            [t('version'), String(state.version)],
            [t('missed'), String(state.counters.gaps)],
            [t('resumes'), String(state.counters.resumes)],
            [t('snapshots'), String(state.counters.snapshots)],
            [t('waiting'), String(state.pending.length)],
          ]}
        />
      ))}
    </Panel>
  );
}
