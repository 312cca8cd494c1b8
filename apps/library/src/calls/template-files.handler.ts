import { exportTemplate, importTemplate, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exportFile } from '../exchange/export.js';
import { importFile } from '../exchange/import.js';

/** Templates as files. */
@Injectable()
export class TemplateFilesHandler {
  constructor(private readonly database: DataSource) {}

  @Handles(importTemplate)
  import({ actor, templateId, fileName, base64 }: RequestOf<typeof importTemplate>) {
    return importFile(this.database, actor, templateId, { fileName, bytes: Buffer.from(base64, 'base64') });
  }

  @Handles(exportTemplate)
  export({ actor, templateId, format }: RequestOf<typeof exportTemplate>) {
    return exportFile(this.database.manager, actor, templateId, format);
  }
}
