import { reportTemplate, settleReports, templateReports } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { report, reports, settle } from '../templates/reports.js';

/** What people say against templates, and what admins do about it. */
@Injectable()
export class TemplateReportsHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    const { bus, database } = this;
    return allOf(
      bus.serve(reportTemplate, async ({ actor, templateId, ...said }) => {
        await report(database, actor, templateId, said);
        return {};
      }),
      bus.serve(templateReports, async ({ actor }) => ({ templates: await reports(database, actor) })),
      bus.serve(settleReports, async ({ actor, templateId, verdict, note }) => {
        await settle(database, actor, templateId, verdict, note);
        return {};
      }),
    );
  }
}
