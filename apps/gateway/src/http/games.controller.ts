import { randomUUID } from 'node:crypto';
import { Controller, Inject, Req } from '@nestjs/common';
import {
  contentBytes,
  copiedQuestions,
  takeTemplate,
  createGame,
  gameEvidence,
  gameTimeline,
  namesOfStaff,
  RefusedError,
  type ReplyOf,
  roster,
  refusalOf,
  snapshot,
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
import { GameFinder } from '../admission/find-game.js';
import { admitNewGame } from '../calls/admit-game.js';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import { crewOf } from '../fan-out/crew.js';
import { CommandSender } from '../commands/send-command.js';
import { type Kit, KIT } from '@earworm/service-kit/bootstrap';
import { Callers } from '../limits/callers.js';
import { OWNERS } from '../gateway.tokens.js';
import { Api, gameIdOf, type RouteInput } from './api.js';
import { RequestLimits } from './request-limits.js';
import { withoutRole } from './forward.js';
import { callService } from '../calls/call-service.js';
import { RouteHandler } from './route-table.js';

const WITHIN_MS = 5_000;
/** The game service tries for 8 s; browsers wait 15 s. */
const CREATION = { failed: 'create-failed', timeoutMs: 10_000 } as const;

@Controller()
export class GamesController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(KIT) private readonly kit: Kit,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
    @Inject(OWNERS) private readonly owners: OwnerCallDependencies,
    @Inject(CommandSender) private readonly commands: CommandSender,
    @Inject(GameFinder) private readonly games: GameFinder,
    @Inject(Callers) private readonly callers: Callers,
  ) {}

  @RouteHandler('createGame')
  createGame(@Req() request: HttpRequest) {
    return this.api.serve('createGame', request, async ({ body, user }) => {
      const { requestId, moderatorName, settings, timeTrialMode, quiz, copyOf } = body;
      const copied = copyOf === undefined ? [] : await this.#copied(user, requestId, copyOf);
      const categories = [...(body.categories ?? []), ...copied];
      const bytes = contentBytes(categories);
      if (bytes > 0) await this.limits.spend('write_questions', request, user.userId, bytes);
      const starter =
        quiz === 'starter' ? (await this.api.call(starterQuiz, {}, { failed: 'create-failed' })).categories : [];
      const all = [...starter, ...categories];
      const input = { actor: actorOf(user), requestId, moderatorName, settings, timeTrialMode, categories: all };
      const game = await this.api.call(createGame, input, CREATION);
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
        isMember: true,
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

  @RouteHandler('gameTimeline')
  timeline(@Req() request: HttpRequest) {
    return this.api.serve('gameTimeline', request, async ({ params, query, user }) => {
      const input = { actor: actorOf(user), gameId: gameIdOf(params.gameId), ...query };
      const page = await callOwner(this.owners, gameTimeline, input.gameId, () => input, WITHIN_MS);
      return { ...page, staff: await this.#staffIn(input.gameId, page) };
    });
  }

  @RouteHandler('gameEvidence')
  evidence(@Req() request: HttpRequest) {
    return this.api.serve('gameEvidence', request, async ({ params, query, user }) => {
      const input = { actor: actorOf(user), gameId: gameIdOf(params.gameId), ...query };
      return callOwner(this.owners, gameEvidence, input.gameId, () => input, WITHIN_MS);
    });
  }

  /** Without their names the timeline is still of use. */
  async #staffIn(gameId: GameId, { rows }: ReplyOf<typeof gameTimeline>) {
    const userIds = [...new Set(rows.flatMap(({ user }) => user ?? []))];
    const showId = userIds.length === 0 ? null : await this.games.showOf(gameId);
    if (showId === null) return [];
    const named = this.api.call(namesOfStaff, { showId, userIds });
    return (await named.catch(() => ({ staff: [] }))).staff;
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
      const { templateId } = params;
      // Before the costly read.
      await admitNewGame(this.kit.bus, user.userId, body.requestId);
      await this.limits.spend('create_game', request, user.userId);
      await this.limits.checkLeft('write_questions', request, user.userId);
      const { categories } = await this.api.call(takeTemplate, { actor: withoutRole(user), templateId });
      await this.limits.spend('write_questions', request, user.userId, contentBytes(categories));
      const input = { actor: actorOf(user), ...body, categories };
      const game = await this.api.call(createGame, input, CREATION);
      await countUse(this.kit, templateId, game.gameId);
      return game;
    });
  }

  async #copied({ userId }: Principal, requestId: string, { gameId: text, questions }: CopyOf) {
    const gameId = gameIdOf(text);
    await admitNewGame(this.kit.bus, userId, requestId);
    const input = { gameId, kind: 'full' as const, userId: userId as UserId };
    const found = await callOwner(this.owners, snapshot, gameId, () => input, WITHIN_MS);
    const refusal = refusalOf(crewOf(found), userId as UserId, 'settings');
    if (refusal !== null) throw new RefusedError(refusal);
    return copiedQuestions(found.view, questions, randomUUID);
  }
}

type CopyOf = NonNullable<RouteInput<'createGame'>['body']['copyOf']>;

const actorOf = ({ userId, isAdmin }: Principal) => ({ userId: userId as UserId, isAdmin });

async function countUse({ bus, log }: Kit, templateId: TemplateId, gameId: GameId): Promise<void> {
  await callService(bus, countTemplateUse, { templateId, gameId }).catch((error: unknown) =>
    log.warn({ err: error, gameId }, 'the use of a template was not counted'),
  );
}
