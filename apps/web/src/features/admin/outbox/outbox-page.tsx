import { textsOf } from '../../../platform/i18n/texts.js';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RouteReply } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../../platform/http/http.js';
import { isLimited, READ_ONCE } from '../../../platform/http/queries.js';
import { EmptyState, Failed } from '../../../shared/ui/empty-state.js';
import { LimitedPage } from '../../../shared/ui/limited-page.js';
import { PageFrame } from '../../../shared/ui/page-frame.js';
import { ago, exactly } from '../../../shared/ui/relative-time.js';
import { Skeletons } from '../../../shared/ui/skeletons.js';
import { withLinks } from './links.js';
import styles from './outbox-page.module.css';

export const t = textsOf('admin', {
  outbox: 'Mail Outbox',
  outboxLead: 'No mail server is configured. Emails that would have been sent are kept here, newest first.',
  outboxUnused: 'The mail server is accepting email, so nothing new is added here.',
  outboxFailing:
    'The mail server is not accepting email. Requests for a reset link fail, and no email is kept for later.',
  loading: 'Loading emails',
  failed: 'The outbox could not be loaded.',
  limitedHint: 'Your account has no access to the outbox. Ask another admin, or sign in again.',
  failedHint: 'Try again in a moment.',
  to: 'To {{address}}',
  empty: 'No emails',
  emptyHintSent: 'Emails are only kept here when no mail server is configured.',
  emptyHint: 'When someone requests a new password, the email with the link appears here.',
});

type Mail = RouteReply<'outbox'>['mails'][number];

const LEADS = { none: 'outboxLead', accepting: 'outboxUnused', failing: 'outboxFailing' } as const;

export function OutboxPage() {
  // Every read is in the audit log.
  const query = useQuery({ ...READ_ONCE, queryKey: ['outbox'], queryFn: () => http.call('outbox') });
  const { mails, mailServer } = query.data ?? {};
  const [openedAt] = useState(Date.now);
  const now = query.dataUpdatedAt || openedAt;
  if (isLimited(query.error)) return <LimitedPage title={t('outbox')} hint={t('limitedHint')} />;
  return (
    <PageFrame title={t('outbox')} lead={mailServer && t(LEADS[mailServer])}>
      {query.isPending && <Skeletons label={t('loading')} count={2} height={140} radius="lg" className={styles.list} />}
      {query.isError && <Failed title={t('failed')} hint={t('failedHint')} query={query} />}
      {mails?.length === 0 && (
        <EmptyState title={t('empty')} hint={t(mailServer === 'none' ? 'emptyHint' : 'emptyHintSent')} />
      )}
      {mails && mails.length > 0 && (
        <ul className={styles.list}>
          {mails.map((mail) => (
            <MailCard key={mail.id} mail={mail} now={now} />
          ))}
        </ul>
      )}
    </PageFrame>
  );
}

function MailCard({ mail, now }: { mail: Mail; now: number }) {
  return (
    <li className={styles.mail}>
      <div className={styles.head}>
        {/* Emails are written in English. */}
        <h2 className={styles.subject} lang="en">
          {mail.subject}
        </h2>
        <time className={styles.time} dateTime={new Date(mail.at).toISOString()} title={exactly(mail.at)}>
          {ago(mail.at, now)}
        </time>
      </div>
      <p className={styles.to}>{t('to', { address: mail.to })}</p>
      <p className={styles.text} lang="en">
        {withLinks(mail.text).map(({ text, href }, at) =>
          href ? (
            <Anchor key={at} href={href} underline="always">
              {text}
            </Anchor>
          ) : (
            text
          ),
        )}
      </p>
    </li>
  );
}
