import { reportTemplate, settleReports, templateReports, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { report, reports, settle } from '../templates/reports.js';

/** What people say against templates, and what admins do about it. */
@Injectable()
export class TemplateReportsHandler {
  constructor(private readonly database: DataSource) {}

  @Handles(reportTemplate)
  async report({ actor, templateId, ...said }: RequestOf<typeof reportTemplate>) {
    await report(this.database, actor, templateId, said);
    return {};
  }

  @Handles(templateReports)
  async list({ actor }: RequestOf<typeof templateReports>) {
    return { templates: await reports(this.database, actor) };
  }

  @Handles(settleReports)
  async settle({ actor, templateId, verdict, note }: RequestOf<typeof settleReports>) {
    await settle(this.database, actor, templateId, verdict, note);
    return {};
  }
}
