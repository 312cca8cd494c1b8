import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  contentBytes,
  createGame,
  PATHS,
  roster,
  STARTER_TEMPLATE,
  stageKey,
  starterQuiz,
  type UserId,
} from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Request } from 'express';
import { askOwner, type OwnerTerms } from '../calls/ask-owner.js';
import { LARGE_BYTES, NewGames } from '../commands/new-games.js';
import { countUse } from './count-template-use.js';
import { type Kit, KIT } from '@earworm/service-kit/bootstrap';
import { OWNERS } from '../gateway.tokens.js';
import { Api } from './api.js';
import { gameIdOf } from './game-id.js';
import { RequestLimits } from './request-limits.js';

/** A door that waits longer looks broken. */
const WITHIN_MS = 5_000;

@Controller()
export class GamesController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(KIT) private readonly kit: Kit,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
    @Inject(OWNERS) private readonly owners: OwnerTerms,
    @Inject(NewGames) private readonly newGames: NewGames,
  ) {}

  @Post(PATHS.createGame.path)
  @HttpCode(200)
  createGame(@Req() request: Request) {
    return this.api.serve('createGame', request, async ({ body, who }) => {
      const { requestId, moderatorName, settings, quiz, categories = [] } = body;
      const bytes = contentBytes(categories);
      if (bytes > 0) await this.limits.spend('write_questions', request, who.userId, bytes);
      const starter =
        quiz === 'starter' ? (await this.api.ask(starterQuiz, {}, { failed: 'create-failed' })).categories : [];
      const input = {
        actor: actorOf(who),
        requestId,
        moderatorName,
        settings,
        categories: [...starter, ...categories],
      };
      const create = () => this.api.ask(createGame, input, { failed: 'create-failed' });
      const asked = { userId: who.userId, requestId };
      const game = await (bytes > LARGE_BYTES
        ? this.newGames.inTurn(asked, async () => ({ result: await create(), bytes }))
        : create());
      if (quiz === 'starter') await countUse(this.kit, STARTER_TEMPLATE, game.gameId);
      return game;
    });
  }

  @Get(PATHS.roster.path)
  roster(@Req() request: Request) {
    return this.api.serve('roster', request, async ({ params, query, who }) => {
      const gameId = gameIdOf(params.gameId);
      const input = { actor: actorOf(who), gameId, ...query };
      return askOwner(this.owners, roster, gameId, () => input, WITHIN_MS);
    });
  }

  @Get(PATHS.stageKey.path)
  stageKey(@Req() request: Request) {
    return this.api.serve('stageKey', request, async ({ params, who }) => {
      const input = { actor: actorOf(who), gameId: gameIdOf(params.gameId) };
      return askOwner(this.owners, stageKey, input.gameId, () => input, WITHIN_MS);
    });
  }
}

const actorOf = ({ userId, isAdmin }: Principal) => ({ userId: userId as UserId, isAdmin });
