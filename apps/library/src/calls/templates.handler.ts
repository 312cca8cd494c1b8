import * as calls from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exportFile } from '../exchange/files.js';
import { browse, mine } from '../templates/browse.js';
import { copyTemplate, deleteTemplate, publishTemplate, saveTemplate } from '../templates/change-template.js';
import { OfferedFilters } from '../templates/offered-filters.js';
import { readContent, readDetail } from '../templates/read.js';
import { report, reports, settle } from '../templates/reports.js';
import { insertTemplate, ownerOf } from '../templates/write.js';

@Injectable()
export class TemplatesHandler {
  readonly #filters: OfferedFilters;

  constructor(private readonly database: DataSource) {
    this.#filters = new OfferedFilters(database.manager);
  }

  @Handles(calls.browseTemplates)
  browse({ actor, search }: calls.RequestOf<typeof calls.browseTemplates>) {
    return browse(this.database.manager, this.#filters, actor, search);
  }

  @Handles(calls.myTemplates)
  mine({ actor, page }: calls.RequestOf<typeof calls.myTemplates>) {
    return mine(this.database.manager, actor, page);
  }

  @Handles(calls.readTemplate)
  read({ actor, templateId }: calls.RequestOf<typeof calls.readTemplate>) {
    return readDetail(this.database.manager, templateId, actor);
  }

  @Handles(calls.readTemplateContent)
  readContent({ actor, templateId }: calls.RequestOf<typeof calls.readTemplateContent>) {
    return readContent(this.database.manager, templateId, actor);
  }

  @Handles(calls.createTemplate)
  create({ actor, templateId, facts, categories = [] }: calls.RequestOf<typeof calls.createTemplate>) {
    const template = { templateId, facts, categories };
    return this.database.transaction((manager) => insertTemplate(manager, ownerOf(actor), template));
  }

  @Handles(calls.saveTemplate)
  save({ actor, templateId, change }: calls.RequestOf<typeof calls.saveTemplate>) {
    return this.#changing(saveTemplate(this.database, actor, templateId, change));
  }

  @Handles(calls.publishTemplate)
  publish({ actor, templateId, published }: calls.RequestOf<typeof calls.publishTemplate>) {
    return this.#changing(publishTemplate(this.database, actor, templateId, published));
  }

  @Handles(calls.copyTemplate)
  copy({ actor, templateId, copyId }: calls.RequestOf<typeof calls.copyTemplate>) {
    return copyTemplate(this.database, actor, templateId, copyId);
  }

  @Handles(calls.deleteTemplate)
  async delete({ actor, templateId }: calls.RequestOf<typeof calls.deleteTemplate>) {
    await this.#changing(deleteTemplate(this.database, actor, templateId));
    return {};
  }

  @Handles(calls.exportTemplate)
  export({ actor, templateId, format }: calls.RequestOf<typeof calls.exportTemplate>) {
    return exportFile(this.database.manager, actor, templateId, format);
  }

  @Handles(calls.reportTemplate)
  async report({ actor, templateId, reason, text }: calls.RequestOf<typeof calls.reportTemplate>) {
    await report(this.database, actor, templateId, { reason, text });
    return {};
  }

  @Handles(calls.templateReports)
  async reports({ actor }: calls.RequestOf<typeof calls.templateReports>) {
    return { templates: await reports(this.database.manager, actor) };
  }

  @Handles(calls.settleReports)
  async settle({ actor, templateId, verdict, note }: calls.RequestOf<typeof calls.settleReports>) {
    await this.#changing(settle(this.database, actor, templateId, verdict, note));
    return {};
  }

  #changing<T>(change: Promise<T>): Promise<T> {
    return change.finally(() => this.#filters.forget());
  }
}
