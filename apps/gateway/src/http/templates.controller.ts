import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import * as calls from '@earworm/contracts';
import { PATHS, type TemplateId, type UserId } from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Request } from 'express';
import { BusError } from '@earworm/service-kit/bus';
import { LRUCache } from 'lru-cache';
import { LARGE_BYTES, NewGames } from '../commands/new-games.js';
import { countUse } from './count-template-use.js';
import { type Kit, KIT } from '@earworm/service-kit/bootstrap';
import { Api } from './api.js';
import { RequestLimits } from './request-limits.js';
import { withoutRole } from './forwarded-routes.js';

/** Users and the large templates they were about to start. */
const MOST_LARGE = 5_000;

@Controller()
export class TemplatesController {
  readonly #large = new LRUCache<string, true>({ max: MOST_LARGE });

  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(KIT) private readonly kit: Kit,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
    @Inject(NewGames) private readonly newGames: NewGames,
  ) {}

  /** The questions go from the library to the game; no browser sees them before it is the game's moderator. */
  @Post(PATHS.startTemplate.path)
  @HttpCode(200)
  start(@Req() request: Request) {
    return this.api.serve('startTemplate', request, async ({ params, body, who }) => {
      const { templateId } = params;
      const { newGames } = this;
      const asked = { userId: who.userId, requestId: body.requestId };
      // Who asks again for a template that was large is refused without a question to the library.
      const key = `${who.userId} ${templateId}`;
      if (this.#large.has(key)) await newGames.refuseIfFull();
      const isLarge = await this.#isLarge(who, templateId);
      if (isLarge) this.#large.set(key, true);
      // What can be refused is refused before the template is read: that is what costs.
      if (isLarge) await newGames.admit(asked);
      await this.limits.spend('create_game', request, who.userId);
      await this.limits.checkLeft('write_questions', request, who.userId);
      const create = async () => {
        const wanted = JSON.stringify({ actor: withoutRole(who), templateId });
        const taken = await this.api.askWithText(calls.takeTemplate, wanted);
        await this.limits.spend('write_questions', request, who.userId, taken.length);
        const actor = { userId: who.userId as UserId, isAdmin: who.isAdmin };
        // The game checks the questions: here two megabytes would be parsed only to be written again.
        const wish = `${JSON.stringify({ actor, ...body }).slice(0, -1)},${taken.slice(1)}`;
        const game = await this.api.askWithText(calls.createGame, wish, { failed: 'create-failed' });
        return { result: calls.createGame.reply.parse(JSON.parse(game)), bytes: taken.length };
      };
      const game = isLarge ? await newGames.inTurn(asked, create) : (await create()).result;
      await countUse(this.kit, templateId, game.gameId);
      return game;
    });
  }

  /** Refuses `template-not-found`. A library of the release before does not know how large a template is. */
  async #isLarge(who: Principal, templateId: TemplateId): Promise<boolean> {
    try {
      const { bytes } = await this.kit.bus.call(calls.templateSize, { actor: withoutRole(who), templateId });
      return bytes > LARGE_BYTES;
    } catch (error) {
      if (error instanceof BusError) return true;
      throw error;
    }
  }
}
