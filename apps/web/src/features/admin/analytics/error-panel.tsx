import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RouteReply } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../../platform/http/http.js';
import { READ_ONCE } from '../../../platform/http/queries.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Failed } from '../../../shared/ui/empty-state.js';
import { isoIn } from '../../../shared/ui/iso-time.js';
import { exactly } from '../../../shared/ui/relative-time.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
import styles from './analytics-page.module.css';
import { Panel } from './panel.js';
import { t } from './texts.js';

type Groups = RouteReply<'analytics'>['errors'];
type Log = RouteReply<'errorLogs'>['logs'][number];

export function ErrorPanel({ groups, zone }: { groups: Groups; zone: string }) {
  const [opened, open] = useState<Groups[number] | null>(null);
  return (
    <>
      <Panel
        wide
        title={t('errors')}
        columns={[t('error'), t('source'), t('count'), t('affected'), t('last')]}
        rows={groups.map((group) => [
          `${group.name}: ${group.message}`,
          group.source,
          group.count,
          group.users,
          { text: exactly(group.lastAt), saved: isoIn(group.lastAt, zone) },
        ])}
        first={(row) => {
          const group = groups[row] as Groups[number];
          const name = `${group.name}: ${group.message}`;
          return (
            <Anchor component="button" type="button" className={styles.errorName} onClick={() => open(group)}>
              {name}
            </Anchor>
          );
        }}
      />
      <Dialog
        opened={opened !== null}
        onClose={() => open(null)}
        size="xl"
        title={opened && `${opened.name}: ${opened.message}`}
      >
        {opened && <Logs fingerprint={opened.fingerprint} />}
      </Dialog>
    </>
  );
}

function Logs({ fingerprint }: { fingerprint: string }) {
  const query = useQuery({
    ...READ_ONCE,
    queryKey: ['error-logs', fingerprint],
    queryFn: async () => (await http.call('errorLogs', { params: { fingerprint } })).logs,
  });
  if (query.isPending) return <Skeletons label={t('loading')} count={1} height={160} radius="lg" />;
  if (query.isError) return <Failed title={t('logsFailed')} hint={t('failedHint')} query={query} />;
  if (query.data.length === 0) return <p>{t('noLogs')}</p>;
  return (
    <ul className={styles.logs} aria-label={t('logs')}>
      {query.data.map((log) => (
        <LogEntry key={log.id} log={log} />
      ))}
    </ul>
  );
}

function LogEntry({ log }: { log: Log }) {
  const facts = [
    [t('when'), exactly(log.timestamp)],
    [t('where'), log.url],
    [t('user'), log.userId ?? t('nobodyKnown')],
    [t('browser'), log.userAgent],
    [t('viewport'), `${log.viewportWidth} × ${log.viewportHeight}`],
    [t('referrer'), log.referrer],
    [t('info'), log.additionalInfo],
  ].filter(([, value]) => value !== '');
  return (
    <li className={styles.log}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {log.stack !== '' && (
        <pre className={styles.stack} tabIndex={0}>
          {log.stack}
        </pre>
      )}
    </li>
  );
}
