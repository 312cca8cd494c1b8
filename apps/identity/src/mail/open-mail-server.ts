import type { Kit } from '@earworm/service-kit/bootstrap';
import { createSmtpMail } from '@earworm/service-kit/mail';
import { semaphore } from '@earworm/service-kit/resilience';
import { reasonOf } from '../reason-of.js';
import { MailServer } from './mail-server.js';

/** Conversations with the mail server at once, and those that wait for one. */
const CONVERSATIONS = { concurrency: 5, queue: 100, refusal: 'unavailable' } as const;

interface MailVariables {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM: string;
  readonly MAIL_WITHIN_MS: number;
  readonly MAIL_CHECK_MS: number;
}

/** Null without SMTP_URL. */
export function openMailServer({ log }: Pick<Kit, 'log'>, config: MailVariables): MailServer | null {
  if (config.SMTP_URL === undefined) return null;
  const smtp = createSmtpMail({
    ...{ url: config.SMTP_URL, from: config.MAIL_FROM, withinMs: config.MAIL_WITHIN_MS },
    bounded: semaphore(CONVERSATIONS),
  });
  const server = new MailServer(smtp, {
    checkEveryMs: config.MAIL_CHECK_MS,
    onChange: (failure) => {
      if (failure === null) log.info('the mail server accepts mail again');
      else log.warn({ reason: reasonOf(failure) }, 'the mail server accepts no mail: password resets are refused');
    },
  });
  // So that the first who asks how it is need not wait for it.
  void server.check().catch(() => undefined);
  return server;
}
