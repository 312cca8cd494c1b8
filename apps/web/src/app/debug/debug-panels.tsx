import { Button, UnstyledButton } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconBug, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { dateFormat } from '../../platform/i18n/dates.js';
import { figure } from '../../platform/i18n/numbers.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { useSession } from '../../platform/session/session.js';
import { claimsOf, readTokens } from '../../platform/session/tokens.js';
import { clients } from '../../shared/live/clients.js';
import { resetVideoCalls, videoCalls } from '../../shared/media/youtube.js';
import { Confirm } from '../../shared/ui/dialog.js';
import styles from './debug-panels.module.css';

const t = textsOf('debug', {
  debug: 'Debug panels',
  open: 'Open the debug panels',
  close: 'Close the debug panels',
  connection: 'Connection status',
  noConnection: 'This page has no open game.',
  state: 'State',
  role: 'Role',
  roundTrip: 'Round trip',
  ms: '{{ms}} ms',
  version: 'Version',
  missed: 'Missed',
  resumes: 'Resumes',
  snapshots: 'Snapshots',
  waiting: 'Waiting for an answer',
  authentication: 'Authentication',
  expires: 'Token expires',
  inSeconds: 'in {{seconds}} s',
  issued: 'Issued',
  until: 'Until',
  videoCalls: 'Video API calls',
  reset: 'Reset',
  resetTitle: 'Reset counter?',
  resetText: 'The number of video API calls in this browser will start at 0 again.',
});

/** For admins, on every page but the stage. Closed it is a tab in the page's margin. */
export function DebugPanels() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  if (pathname.startsWith('/stage/')) return null;
  return (
    <aside className={styles.corner} data-open={open} data-panels-open={open || undefined} aria-label={t('debug')}>
      {open && (
        <div className={styles.panels} id="debug-panels">
          <ConnectionPanel />
          <AuthenticationPanel />
          <VideoCallsPanel />
        </div>
      )}
      <UnstyledButton
        className={styles.toggle}
        aria-label={t(open ? 'close' : 'open')}
        title={t(open ? 'close' : 'open')}
        aria-expanded={open}
        aria-controls="debug-panels"
        onClick={() => setOpen(!open)}
      >
        {open ? <IconX size={20} aria-hidden /> : <IconBug size={15} aria-hidden />}
      </UnstyledButton>
    </aside>
  );
}

function ConnectionPanel() {
  const [open, setOpen] = useState(() => clients.all());
  useInterval(() => setOpen(clients.all()), 1_000, { autoInvoke: true });
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

const formatted = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const timeOf = (seconds: number) => dateFormat({ timeStyle: 'medium' }).format(seconds * 1_000);

function AuthenticationPanel() {
  useSession((session) => session.user);
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true });
  const stored = readTokens();
  const { iat, exp, ...claims } = (stored && claimsOf(stored.access)) ?? {};
  return (
    <Panel title={t('authentication')}>
      <Facts
        of={[
          [t('expires'), stored ? t('inSeconds', { seconds: Math.round((stored.expiresAt - now) / 1000) }) : '–'],
          ...(typeof iat === 'number' ? ([[t('issued'), timeOf(iat)]] as const) : []),
          ...(typeof exp === 'number' ? ([[t('until'), timeOf(exp)]] as const) : []),
          ...Object.entries(claims).map(([name, value]) => [name, formatted(value)] as const),
        ]}
      />
    </Panel>
  );
}

function VideoCallsPanel() {
  const [calls, setCalls] = useState(videoCalls);
  const [asking, setAsking] = useState(false);
  useInterval(() => setCalls(videoCalls()), 10_000, { autoInvoke: true });
  const reset = () => {
    resetVideoCalls();
    setCalls(0);
  };
  return (
    <Panel title={t('videoCalls')}>
      <p className={styles.count}>
        <b data-testid="video-calls">{figure(calls)}</b>
        <Button variant="default" size="sm" onClick={() => setAsking(true)}>
          {t('reset')}
        </Button>
      </p>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('resetTitle')}
        text={t('resetText')}
        yes={t('reset')}
        tone="wrong"
        onYes={reset}
      />
    </Panel>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ of }: { of: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={styles.facts}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
