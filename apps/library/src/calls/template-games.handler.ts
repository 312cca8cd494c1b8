import { randomUUID } from 'node:crypto';
import {
  countTemplateUse,
  starterQuiz,
  takeTemplate,
  templateFromGame,
  templateUse,
  type RequestOf,
} from '@earworm/contracts';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { starterCategories } from '../starter/starter-quiz.js';
import { takeTemplate as take, templateFromGame as fromGame } from '../templates/games.js';
import { countUse, readUse } from '../templates/use.js';

@Injectable()
export class TemplateGamesHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @Handles(takeTemplate)
  take({ actor, templateId }: RequestOf<typeof takeTemplate>) {
    return take(this.database, actor, templateId);
  }

  @Handles(countTemplateUse)
  async countUse({ templateId, gameId }: RequestOf<typeof countTemplateUse>) {
    await countUse(this.database, templateId, gameId);
    return {};
  }

  @Handles(templateUse)
  use(span: RequestOf<typeof templateUse>) {
    return readUse(this.database, span);
  }

  @Handles(templateFromGame)
  fromGame({ actor, ...template }: RequestOf<typeof templateFromGame>) {
    return fromGame(this.database, this.bus, actor, template);
  }

  @Handles(starterQuiz)
  starterQuiz() {
    return { categories: starterQuiz.reply.shape.categories.parse(starterCategories(randomUUID)) };
  }
}
