import type { Kit } from '@earworm/service-kit/bootstrap';
import { createSmtpMail } from '@earworm/service-kit/mail';
import { semaphore } from '@earworm/service-kit/resilience';
import { reasonOf } from '../failures.js';
import type { IdentityConfig } from '../identity.config.js';
import { MailServer } from './mail-server.js';

const BOUNDS = { concurrency: 5, queue: 100, refusal: 'unavailable' } as const;

export function openMailServer({ log }: Pick<Kit, 'log'>, config: IdentityConfig): MailServer | null {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_WITHIN_MS: withinMs, MAIL_CHECK_MS: checkEveryMs } = config;
  if (url === undefined) return null;
  const server = new MailServer(createSmtpMail({ url, from, withinMs, bounded: semaphore(BOUNDS) }), {
    checkEveryMs,
    onChange: (failure) => {
      if (failure === null) log.info('the mail server accepts mail again');
      else log.warn({ reason: reasonOf(failure) }, 'the mail server accepts no mail: password resets are refused');
    },
  });
  // So that the first health check finds a result.
  void server.check().catch(() => undefined);
  return server;
}
