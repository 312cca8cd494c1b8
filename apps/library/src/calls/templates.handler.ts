import * as calls from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { browse, mine } from '../templates/browse.js';
import { copyTemplate, deleteTemplate } from '../templates/copy.js';
import { publishTemplate } from '../templates/publish.js';
import { readContent, readDetail } from '../templates/read.js';
import { saveTemplate } from '../templates/save.js';
import { insertTemplate, ownerOf } from '../templates/write.js';

/** Templates themselves: found, read, written. */
@Injectable()
export class TemplatesHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    const { bus, database } = this;
    const { manager } = database;
    return allOf(
      bus.serve(calls.browseTemplates, ({ actor, search }) => browse(manager, actor, search)),
      bus.serve(calls.myTemplates, ({ actor, page }) => mine(manager, actor, page)),
      bus.serve(calls.readTemplate, ({ actor, templateId }) => readDetail(manager, templateId, actor)),
      bus.serve(calls.readTemplateContent, ({ actor, templateId }) => readContent(manager, templateId, actor)),
      bus.serve(calls.createTemplate, ({ actor, templateId, facts }) =>
        database.transaction((within) => insertTemplate(within, ownerOf(actor), { templateId, facts, categories: [] })),
      ),
      bus.serve(calls.saveTemplate, ({ actor, templateId, change }) =>
        saveTemplate(database, actor, templateId, change),
      ),
      bus.serve(calls.publishTemplate, ({ actor, templateId, published }) =>
        publishTemplate(database, actor, templateId, published),
      ),
      bus.serve(calls.copyTemplate, ({ actor, templateId, copyId }) =>
        copyTemplate(database, actor, templateId, copyId),
      ),
      bus.serve(calls.deleteTemplate, async ({ actor, templateId }) => {
        await deleteTemplate(database, actor, templateId);
        return {};
      }),
    );
  }
}
