import { Controller, Inject, Req } from '@nestjs/common';
import { findByCode, type GameId, joinInfo, RefusedError } from '@earworm/contracts';
import type { Request as HttpRequest } from 'express';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import { FIGURES, OWNERS } from '../gateway.tokens.js';
import { Callers } from '../limits/callers.js';
import { CodeLimits } from '../limits/code-limits.js';
import { SignedLinks } from '../limits/signed-links.js';
import type { Figures } from '../operations/figures.js';
import { Api } from './api.js';
import { gameIdOf } from './api.js';
import { RouteHandler } from './route-table.js';

const NEXT_GAMES_MAX = 10;
const WITHIN_MS = 5_000;

@Controller()
export class JoinInfoController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(OWNERS) private readonly owners: OwnerCallDependencies,
    @Inject(CodeLimits) private readonly codes: CodeLimits,
    @Inject(SignedLinks) private readonly links: SignedLinks,
    @Inject(Callers) private readonly callers: Callers,
    @Inject(FIGURES) private readonly figures: Figures,
  ) {}

  @RouteHandler('joinInfoByCode')
  joinInfoByCode(@Req() request: HttpRequest) {
    return this.api.serve('joinInfoByCode', request, async ({ params, query }) => {
      const gameId = await this.#gameWithCode(params.gameCode, query.signature, request);
      return this.#latest(gameId, query.name);
    });
  }

  @RouteHandler('joinInfo')
  joinInfo(@Req() request: HttpRequest) {
    return this.api.serve('joinInfo', request, async ({ params, query }) => {
      const info = await this.#joinInfo(gameIdOf(params.gameId), query.name);
      if (info.status === 'completed') throw new RefusedError('game-ended');
      return { ...info, signature: this.links.sign(info.gameCode) };
    });
  }

  async #gameWithCode(text: string, signature: string | undefined, request: HttpRequest): Promise<GameId> {
    const parsed = findByCode.request.safeParse({ gameCode: text });
    const code = parsed.data?.gameCode ?? text;
    try {
      return await this.codes.find({ code, signature, caller: this.callers.of(request) }, async () => {
        if (!parsed.success) throw new RefusedError('game-not-found');
        return (await this.api.call(findByCode, parsed.data)).gameId;
      });
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'game-not-found') this.figures.codeMissed();
      throw error;
    }
  }

  /** An ended game leads to its successor. */
  async #latest(first: GameId, name: string | undefined) {
    let info = await this.#joinInfo(first, name);
    for (let hops = 0; info.next !== undefined && hops < NEXT_GAMES_MAX; hops++) {
      const next = await this.#joinInfo(info.next, name).catch(() => null);
      if (next === null) break;
      info = next;
    }
    return info;
  }

  #joinInfo(gameId: GameId, name: string | undefined) {
    return callOwner(this.owners, joinInfo, gameId, () => ({ gameId, name }), WITHIN_MS);
  }
}
