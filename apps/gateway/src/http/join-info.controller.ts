import { Controller, Get, Inject, Req } from '@nestjs/common';
import { findByCode, type GameId, joinInfo, PATHS, RefusedError } from '@earworm/contracts';
import type { Request } from 'express';
import { askOwner, type OwnerTerms } from '../calls/ask-owner.js';
import { FIGURES, OWNERS } from '../gateway.tokens.js';
import type { Figures } from '../operations/figures.js';
import { Api } from './api.js';
import { gameIdOf } from './game-id.js';
import { RequestLimits } from './request-limits.js';

/** Games that one code leads on through. */
const NEXT_GAMES_MAX = 10;
/** A page that waits longer looks broken. */
const WITHIN_MS = 5_000;

/** What somebody learns of a game before they join it. */
@Controller()
export class JoinInfoController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(OWNERS) private readonly owners: OwnerTerms,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
    @Inject(FIGURES) private readonly figures: Figures,
  ) {}

  @Get(PATHS.joinInfoByCode.path)
  joinInfoByCode(@Req() request: Request) {
    return this.api.serve('joinInfoByCode', request, async ({ params, query }) => {
      const gameId = await this.#gameWithCode(params.gameCode, request);
      return this.#latest(gameId, query.name);
    });
  }

  @Get(PATHS.joinInfo.path)
  joinInfo(@Req() request: Request) {
    return this.api.serve('joinInfo', request, async ({ params, query }) => {
      const info = await this.#door(gameIdOf(params.gameId), query.name);
      if (info.status === 'completed') throw new RefusedError('game-ended');
      return info;
    });
  }

  /** A wrong code costs a point, a right one none; once the points are spent neither is answered. */
  async #gameWithCode(gameCode: string, request: Request): Promise<GameId> {
    await this.limits.checkLeft('try_code', request, '');
    try {
      const code = findByCode.request.safeParse({ gameCode });
      if (!code.success) throw new RefusedError('game-not-found');
      const { gameId } = await this.api.ask(findByCode, code.data);
      // Of a thousand codes tried at the same moment, too, only as many are answered as there are points.
      await this.limits.checkLeft('try_code', request, '');
      return gameId;
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'game-not-found') {
        this.figures.codeMissed();
        await this.limits.spend('try_code', request, '');
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
    return askOwner(this.owners, joinInfo, gameId, () => ({ gameId, name }), WITHIN_MS);
  }
}
