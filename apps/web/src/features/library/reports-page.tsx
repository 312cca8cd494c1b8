import { Button } from '@mantine/core';
import { TextArea } from '../../shared/ui/text-fields.js';
import { type ReportedTemplate, TEMPLATE_LIMITS } from '@earworm/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { isLimited } from '../../platform/http/queries.js';
import { notify, notifyError } from '../../platform/notifications/notify.js';
import { EmptyState, Failed } from '../../shared/ui/empty-state.js';
import { LimitedPage } from '../../shared/ui/limited-page.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { ago } from '../../shared/ui/relative-time.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import styles from './library.module.css';
import { reasonText } from './report-dialog.js';
import { titleOf } from './template-card.js';
import { useReports, useReread } from './template-query.js';
import { t } from './texts.js';
import { Dialog } from '../../shared/ui/dialog.js';

type Verdict = 'takeDown' | 'dismiss' | 'restore';

function Reported({ of: { template, reports }, now }: { of: ReportedTemplate; now: number }) {
  const { templateId, takenDown } = template;
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState('');
  const reread = useReread();
  const settle = async (verdict: Verdict) => {
    try {
      await http.call('settleReports', { params: { templateId }, body: { verdict, note } });
      setAsking(false);
      await reread();
      await notify(t('settled'), 'success');
    } catch (error) {
      await notifyError(error);
    }
  };
  return (
    <li className={styles.panel}>
      <h2 dir="auto">
        <Link to={`/library/template/${templateId}`}>{titleOf(template)}</Link>
      </h2>
      <p className={styles.hint}>
        <span dir="auto">{t('by', { name: template.ownerName })}</span> · {t('reportCount', { count: reports.length })}
      </p>
      {takenDown !== null && <p className={styles.warning}>{t('takenDownWhy', { why: takenDown })}</p>}
      <ul className={styles.problems} tabIndex={0} aria-label={t('reportCount', { count: reports.length })}>
        {reports.map(({ reason, text, at }, index) => (
          <li key={index}>
            <b>
              {reasonText(reason)} · {ago(at, now)}
            </b>
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" component={Link} to={`/template/edit/${templateId}`}>
          {t('look')}
        </Button>
        {takenDown === null ? (
          <>
            <Button variant="default" onClick={() => void settle('dismiss')}>
              {t('dismiss')}
            </Button>
            <Button data-tone="wrong" onClick={() => setAsking(true)}>
              {t('takeDown')}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => void settle('restore')}>
            {t('restore')}
          </Button>
        )}
      </div>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={t('takeDownTitle')}>
        <div className={styles.stack}>
          <p className={styles.hint}>{t('takeDownText')}</p>
          <TextArea
            label={t('takeDownNote')}
            data-autofocus
            autosize
            minRows={2}
            maxLength={TEMPLATE_LIMITS.reportLength}
            value={note}
            onChange={setNote}
          />
          <Button data-tone="wrong" onClick={() => void settle('takeDown')}>
            {t('takeDown')}
          </Button>
        </div>
      </Dialog>
    </li>
  );
}

export function ReportsPage() {
  const query = useReports();
  const { data, isPending, isError, error } = query;
  const [now] = useState(Date.now);
  if (isLimited(error)) return <LimitedPage title={t('reports')} hint={t('limitedHint')} />;
  return (
    <PageFrame title={t('reports')} lead={t('reportsLead')}>
      {isPending && <Skeletons label={t('loading')} count={1} height={200} radius="lg" />}
      {isError && <Failed title={t('failed')} hint={t('failedHint')} query={query} />}
      {data?.templates.length === 0 && <EmptyState title={t('reportsEmpty')} hint={t('reportsEmptyHint')} />}
      {data && data.templates.length > 0 && (
        <ul className={`${styles.stack} ${styles.reports}`}>
          {data.templates.map((reported) => (
            <Reported key={reported.template.templateId} of={reported} now={now} />
          ))}
        </ul>
      )}
    </PageFrame>
  );
}
