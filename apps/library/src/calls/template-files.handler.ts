import { exportTemplate, importTemplate } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exportFile } from '../exchange/export.js';
import { importFile } from '../exchange/import.js';

/** Templates as files. */
@Injectable()
export class TemplateFilesHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    const { bus, database } = this;
    return allOf(
      bus.serve(importTemplate, ({ actor, templateId, fileName, base64 }) =>
        importFile(database, actor, templateId, { fileName, bytes: Buffer.from(base64, 'base64') }),
      ),
      bus.serve(exportTemplate, ({ actor, templateId, format }) =>
        exportFile(database.manager, actor, templateId, format),
      ),
    );
  }
}
