import { type mailCrews, RefusedError, type ReplyOf, type RequestOf } from '@earworm/contracts';
import { mapConcurrently } from '@earworm/service-kit/resilience';
import { crewMail } from './crew-mail.js';
import type { MailServer } from './mail-server.js';

/** Others send mail, too: forgotten passwords do not wait for a crew of hundreds. */
const AT_ONCE = 3;

export class CrewMails {
  constructor(
    private readonly mailServer: Pick<MailServer, 'ready' | 'send'> | null,
    private readonly publicUrl: string,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Never to the outbox: administrators would read secrets of events there. */
  async send(request: RequestOf<typeof mailCrews>): Promise<ReplyOf<typeof mailCrews>> {
    const { mailServer } = this;
    if (mailServer === null) throw new RefusedError('mail-not-set-up');
    await mailServer.ready().catch((error: unknown) => {
      this.onFailure(error);
      throw new RefusedError('mail-failed');
    });
    const origin = this.publicUrl.replace(/\/+$/, '');
    const failed = await mapConcurrently(AT_ONCE, request.mails, async (mail) => {
      try {
        await mailServer.send(crewMail(origin, request, mail));
        return [];
      } catch (error) {
        this.onFailure(error);
        return [mail.to];
      }
    });
    return { failed: failed.flat() };
  }
}
