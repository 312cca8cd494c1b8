import { confirmReset, mailCrews, readOutbox, requestReset, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Inject, Injectable } from '@nestjs/common';
import { CrewMails } from '../mail/crew-mails.js';
import { MailServer } from '../mail/mail-server.js';
import { Outbox } from '../mail/outbox.js';
import { OPENED_PROVIDER, type OpenedProvider } from '../providers/identity-provider.js';

/** Mail, and what its links lead to. */
@Injectable()
export class MailHandler {
  constructor(
    @Inject(OPENED_PROVIDER) private readonly opened: OpenedProvider,
    private readonly outbox: Outbox,
    private readonly crewMails: CrewMails,
    /** Null: mails are kept in the outbox. */
    @Inject(MailServer) private readonly mailServer: MailServer | null,
  ) {}

  @Handles(requestReset)
  async request({ email, baseUrl, device }: RequestOf<typeof requestReset>) {
    await this.opened.provider.requestReset(email, baseUrl, device);
    return this.mailServer === null ? { sendsMail: false } : {};
  }

  @Handles(confirmReset)
  async confirm({ token, password, device }: RequestOf<typeof confirmReset>) {
    await this.opened.provider.confirmReset(token, password, device);
    return {};
  }

  @Handles(mailCrews)
  mailCrews(request: RequestOf<typeof mailCrews>) {
    return this.crewMails.send(request);
  }

  @Handles(readOutbox)
  async readOutbox({ limit }: RequestOf<typeof readOutbox>) {
    const mails = await this.outbox.read(limit);
    // Not awaited: a server that hangs would delay the page.
    void this.mailServer?.check().catch(() => undefined);
    return { mails, mailServer: this.mailServer?.state ?? ('none' as const) };
  }
}
