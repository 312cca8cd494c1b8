import { Controller, Inject, Req } from '@nestjs/common';
import {
  contentBytes,
  takeTemplate,
  templateSize,
  createGame,
  RefusedError,
  roster,
  STARTER_TEMPLATE,
  stageKey,
  starterQuiz,
  type UserId,
  type TemplateId,
  countTemplateUse,
  type GameId,
} from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Request as HttpRequest } from 'express';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import { CommandSender } from '../commands/send-command.js';
import { LARGE_BYTES, NewGames } from '../commands/new-games.js';
import { type Kit, KIT } from '@earworm/service-kit/bootstrap';
import { Callers } from '../limits/callers.js';
import { OWNERS } from '../gateway.tokens.js';
import { Api, gameIdOf } from './api.js';
import { RequestLimits } from './request-limits.js';
import { BusError } from '@earworm/service-kit/bus';
import { LRUCache } from 'lru-cache';
import { withoutRole } from './forwarded-routes.js';
import { callService } from '../calls/call-service.js';
import { RouteHandler } from './route-table.js';

const WITHIN_MS = 5_000;
const MAX_LARGE = 5_000;

@Controller()
export class GamesController {
  /** Users and the large templates they tried to start. */
  readonly #largeTemplates = new LRUCache<string, true>({ max: MAX_LARGE });

  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(KIT) private readonly kit: Kit,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
    @Inject(OWNERS) private readonly owners: OwnerCallDependencies,
    @Inject(NewGames) private readonly newGames: NewGames,
    @Inject(CommandSender) private readonly commands: CommandSender,
    @Inject(Callers) private readonly callers: Callers,
  ) {}

  @RouteHandler('createGame')
  createGame(@Req() request: HttpRequest) {
    return this.api.serve('createGame', request, async ({ body, user }) => {
      const { requestId, moderatorName, settings, timeTrialMode, quiz, categories = [] } = body;
      const bytes = contentBytes(categories);
      if (bytes > 0) await this.limits.spend('write_questions', request, user.userId, bytes);
      const starter =
        quiz === 'starter' ? (await this.api.call(starterQuiz, {}, { failed: 'create-failed' })).categories : [];
      const all = [...starter, ...categories];
      const input = { actor: actorOf(user), requestId, moderatorName, settings, timeTrialMode, categories: all };
      const create = () => this.api.call(createGame, input, { failed: 'create-failed' });
      const newGame = { userId: user.userId, requestId };
      const game = await (bytes > LARGE_BYTES
        ? this.newGames.createInTurn(newGame, async () => ({ result: await create(), bytes }))
        : create());
      if (quiz === 'starter') await countUse(this.kit, STARTER_TEMPLATE, game.gameId);
      return game;
    });
  }

  @RouteHandler('roster')
  roster(@Req() request: HttpRequest) {
    return this.api.serve('roster', request, async ({ params, query, user }) => {
      const gameId = gameIdOf(params.gameId);
      const input = { actor: actorOf(user), gameId, ...query };
      return callOwner(this.owners, roster, gameId, () => input, WITHIN_MS);
    });
  }

  /** One command, decided as a whole. The questions of a template go from library to game, unseen by the browser. */
  @RouteHandler('addQuestions')
  addQuestions(@Req() request: HttpRequest) {
    return this.api.serve('addQuestions', request, async ({ params, body, user }) => {
      const gameId = gameIdOf(params.gameId);
      const { commandId, categories, templateId } = body;
      const taken =
        templateId === undefined
          ? []
          : (await this.api.call(takeTemplate, { actor: withoutRole(user), templateId })).categories;
      const command = { type: 'addQuestions' as const, categories: [...categories, ...taken] };
      const answer = await this.commands.send({
        id: commandId,
        command,
        gameId,
        role: 'moderator',
        principal: user,
        caller: this.callers.of(request),
        receivedAt: performance.now(),
        isRetry: false,
        // Only joins are delayed.
        wait: () => Promise.resolve(),
      });
      if (!answer.ok) throw new RefusedError(answer.code, answer.params);
      if (templateId !== undefined) await countUse(this.kit, templateId, gameId);
      const questions = command.categories.reduce((sum, each) => sum + each.questions.length, 0);
      return { version: answer.version, questions };
    });
  }

  @RouteHandler('stageKey')
  stageKey(@Req() request: HttpRequest) {
    return this.api.serve('stageKey', request, async ({ params, user }) => {
      const input = { actor: actorOf(user), gameId: gameIdOf(params.gameId) };
      return callOwner(this.owners, stageKey, input.gameId, () => input, WITHIN_MS);
    });
  }

  /** The questions go from library to game, unseen by the browser. */
  @RouteHandler('startTemplate')
  startTemplate(@Req() request: HttpRequest) {
    return this.api.serve('startTemplate', request, async ({ params, body, user }) => {
      const { newGames } = this;
      const { templateId } = params;
      const newGame = { userId: user.userId, requestId: body.requestId };
      // A known large template is refused without asking the library.
      const key = `${user.userId} ${templateId}`;
      if (this.#largeTemplates.has(key)) await newGames.refuseIfFull();
      const isLarge = await this.#isLarge(user, templateId);
      if (isLarge) this.#largeTemplates.set(key, true);
      // Check limits before the costly read.
      if (isLarge) await newGames.admit(newGame);
      await this.limits.spend('create_game', request, user.userId);
      await this.limits.checkLeft('write_questions', request, user.userId);
      const create = async () => {
        const wanted = JSON.stringify({ actor: withoutRole(user), templateId });
        const taken = await this.api.callWithText(takeTemplate, wanted);
        await this.limits.spend('write_questions', request, user.userId, taken.length);
        // Passed through as text: parsing 2 MB here would be wasted.
        const input = `${JSON.stringify({ actor: actorOf(user), ...body }).slice(0, -1)},${taken.slice(1)}`;
        const game = await this.api.callWithText(createGame, input, { failed: 'create-failed' });
        return { result: createGame.reply.parse(JSON.parse(game)), bytes: taken.length };
      };
      const game = isLarge ? await newGames.createInTurn(newGame, create) : (await create()).result;
      await countUse(this.kit, templateId, game.gameId);
      return game;
    });
  }

  /** Throws `template-not-found`. Older library services have no such call. */
  async #isLarge(user: Principal, templateId: TemplateId): Promise<boolean> {
    try {
      const { bytes } = await this.kit.bus.call(templateSize, { actor: withoutRole(user), templateId });
      return bytes > LARGE_BYTES;
    } catch (error) {
      if (error instanceof BusError) return true;
      throw error;
    }
  }
}

const actorOf = ({ userId, isAdmin }: Principal) => ({ userId: userId as UserId, isAdmin });

async function countUse({ bus, log }: Kit, templateId: TemplateId, gameId: GameId): Promise<void> {
  await callService(bus, countTemplateUse, { templateId, gameId }).catch((error: unknown) =>
    log.warn({ err: error, gameId }, 'the use of a template was not counted'),
  );
}
