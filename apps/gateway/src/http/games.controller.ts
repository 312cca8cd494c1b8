import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  contentBytes,
  createGame,
  findByCode,
  type GameId,
  GameIdSchema,
  joinInfo,
  PATHS,
  RefusedError,
  roster,
  STARTER_TEMPLATE,
  stageKey,
  starterQuiz,
  type UserId,
} from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Request } from 'express';
import { askOwner } from '../calls/ask-owner.js';
import { checkLeft, spend } from '../limits/action-limits.js';
import { LARGE_BYTES } from '../commands/new-games.js';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import type { Caller } from '../limits/callers.js';
import { countUse } from './count-template-use.js';
import { ask, serve, serveRecorded } from './serve.js';

/** Games that one code leads on through. */
const NEXT_GAMES_MAX = 10;
/** A door that waits longer looks broken. */
const WITHIN_MS = 5_000;

@Controller()
export class GamesController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Post(PATHS.createGame.path)
  @HttpCode(200)
  createGame(@Req() request: Request) {
    const { bus } = this.edge.kit;
    return serve('createGame', request, this.edge.tokens, async ({ body, who }) => {
      const { requestId, moderatorName, settings, quiz, categories = [] } = body;
      const spender = { userId: who.userId, gameId: 'global', caller: this.edge.callers.of(request) };
      const bytes = contentBytes(categories);
      if (bytes > 0) await spend(this.edge.limiter, 'write_questions', { ...spender, points: bytes });
      const starter =
        quiz === 'starter' ? (await ask(bus, starterQuiz, {}, { failed: 'create-failed' })).categories : [];
      const input = {
        actor: actorOf(who),
        requestId,
        moderatorName,
        settings,
        categories: [...starter, ...categories],
      };
      const create = () => ask(bus, createGame, input, { failed: 'create-failed' });
      const asked = { userId: who.userId, requestId };
      const game = await (bytes > LARGE_BYTES
        ? this.edge.newGames.inTurn(asked, async () => ({ result: await create(), bytes }))
        : create());
      if (quiz === 'starter') await countUse(this.edge.kit, STARTER_TEMPLATE, game.gameId);
      return game;
    });
  }

  @Get(PATHS.joinInfoByCode.path)
  joinInfoByCode(@Req() request: Request) {
    return serve('joinInfoByCode', request, this.edge.tokens, async ({ params, query }) => {
      const gameId = await this.#gameWithCode(params.gameCode, this.edge.callers.of(request));
      return this.#latest(gameId, query.name);
    });
  }

  @Get(PATHS.joinInfo.path)
  joinInfo(@Req() request: Request) {
    return serve('joinInfo', request, this.edge.tokens, async ({ params, query }) => {
      const info = await this.#door(gameIdOf(params.gameId), query.name);
      if (info.status === 'completed') throw new RefusedError('game-ended');
      return info;
    });
  }

  @Get(PATHS.roster.path)
  roster(@Req() request: Request) {
    return serveRecorded('roster', request, this.edge, async ({ params, query, who }) => {
      const gameId = gameIdOf(params.gameId);
      const input = { actor: actorOf(who), gameId, ...query };
      return askOwner(this.edge.owners, roster, gameId, () => input, WITHIN_MS);
    });
  }

  @Get(PATHS.stageKey.path)
  stageKey(@Req() request: Request) {
    return serve('stageKey', request, this.edge.tokens, async ({ params, who }) => {
      const input = { actor: actorOf(who), gameId: gameIdOf(params.gameId) };
      return askOwner(this.edge.owners, stageKey, input.gameId, () => input, WITHIN_MS);
    });
  }

  /** A wrong code costs a point, a right one none; once the points are spent neither is answered. */
  async #gameWithCode(gameCode: string, caller: Caller): Promise<GameId> {
    const { bus } = this.edge.kit;
    const spender = { userId: '', gameId: 'global', caller };
    await checkLeft(this.edge.limiter, 'try_code', spender);
    try {
      const code = findByCode.request.safeParse({ gameCode });
      if (!code.success) throw new RefusedError('game-not-found');
      const { gameId } = await ask(bus, findByCode, code.data);
      // Of a thousand codes tried at the same moment, too, only as many are answered as there are points.
      await checkLeft(this.edge.limiter, 'try_code', spender);
      return gameId;
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'game-not-found') {
        this.edge.figures.codeMissed();
        await spend(this.edge.limiter, 'try_code', spender);
      }
      throw error;
    }
  }

  /** The code of a game that is over leads into the one that the same people play next. */
  async #latest(first: GameId, name: string | undefined) {
    let info = await this.#door(first, name);
    for (let hops = 0; info.next !== undefined && hops < NEXT_GAMES_MAX; hops++) {
      const next = await this.#door(info.next, name).catch(() => null);
      if (next === null) break;
      info = next;
    }
    return info;
  }

  #door(gameId: GameId, name: string | undefined) {
    return askOwner(this.edge.owners, joinInfo, gameId, () => ({ gameId, name }), WITHIN_MS);
  }
}

const actorOf = ({ userId, isAdmin }: Principal) => ({ userId: userId as UserId, isAdmin });

function gameIdOf(text: string): GameId {
  const parsed = GameIdSchema.safeParse(text);
  if (!parsed.success) throw new RefusedError('invalid-game-id');
  return parsed.data;
}
