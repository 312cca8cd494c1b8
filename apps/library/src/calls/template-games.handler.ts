import { countTemplateUse, takeTemplate, templateFromGame, templateSize, templateUse } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findTemplate } from '../templates/find.js';
import { takeTemplate as take, templateFromGame as fromGame } from '../templates/games.js';
import { countUse, readUse } from '../templates/use.js';

/** From templates to games, and back. */
@Injectable()
export class TemplateGamesHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    const { bus, database } = this;
    return allOf(
      bus.serve(takeTemplate, ({ actor, templateId }) => take(database, actor, templateId)),
      bus.serve(templateSize, async ({ actor, templateId }) => {
        const { contentBytes } = await findTemplate(database.manager, templateId, actor);
        return { bytes: contentBytes };
      }),
      bus.serve(countTemplateUse, async ({ templateId, gameId }) => {
        await countUse(database, templateId, gameId);
        return {};
      }),
      bus.serve(templateUse, (span) => readUse(database, span)),
      bus.serve(templateFromGame, ({ actor, ...wish }) => fromGame(database, bus, actor, wish)),
    );
  }
}
