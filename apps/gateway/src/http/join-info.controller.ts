import { Controller, Inject, Req } from '@nestjs/common';
import { RefusedError } from '@earworm/contracts';
import type { Request as HttpRequest } from 'express';
import { GameFinder } from '../admission/find-game.js';
import { Callers } from '../limits/callers.js';
import { ConnectionLimits } from '../limits/connection-limits.js';
import { SignedLinks } from '../limits/signed-links.js';
import { Api } from './api.js';
import { gameIdOf } from './api.js';
import { RouteHandler } from './route-table.js';

@Controller()
export class JoinInfoController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(GameFinder) private readonly games: GameFinder,
    @Inject(SignedLinks) private readonly links: SignedLinks,
    @Inject(Callers) private readonly callers: Callers,
    @Inject(ConnectionLimits) private readonly connections: ConnectionLimits,
  ) {}

  @RouteHandler('joinInfoByCode')
  joinInfoByCode(@Req() request: HttpRequest) {
    const onQueued = () => this.connections.queue(request.socket);
    return this.api.serve('joinInfoByCode', request, ({ params, query }) =>
      this.games.byCode({ code: params.gameCode, ...query, caller: this.callers.of(request), onQueued }),
    );
  }

  @RouteHandler('joinInfo')
  joinInfo(@Req() request: HttpRequest) {
    return this.api.serve('joinInfo', request, async ({ params, query }) => {
      const info = await this.games.byId(gameIdOf(params.gameId), query.name);
      if (info.status === 'completed') throw new RefusedError('game-ended');
      return { ...info, signature: this.links.sign(info.gameCode) };
    });
  }
}
