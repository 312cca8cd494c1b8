import { randomUUID } from 'node:crypto';
import { Controller, Inject, Req } from '@nestjs/common';
import { changeCrew, type CrewChange, type UserId } from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Request as HttpRequest } from 'express';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import { OWNERS } from '../gateway.tokens.js';
import { Api, gameIdOf } from './api.js';
import { RouteHandler } from './route-table.js';

const WITHIN_MS = 5_000;

/** Administrators in the crews of other people's games. */
@Controller()
export class CrewController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(OWNERS) private readonly owners: OwnerCallDependencies,
  ) {}

  @RouteHandler('takeOverGame')
  takeOverGame(@Req() request: HttpRequest) {
    return this.api.serve('takeOverGame', request, ({ params, body, user }) =>
      this.#change(params.gameId, { type: 'operatorTakesOver', ...operatorOf(user), ...body }),
    );
  }

  @RouteHandler('helpGame')
  helpGame(@Req() request: HttpRequest) {
    return this.api.serve('helpGame', request, ({ params, body, user }) =>
      this.#change(params.gameId, { type: 'operatorHelps', ...operatorOf(user), ...body }),
    );
  }

  @RouteHandler('solveHelp')
  solveHelp(@Req() request: HttpRequest) {
    return this.api.serve('solveHelp', request, ({ params, user }) =>
      this.#change(params.gameId, { type: 'solveHelp', by: operatorOf(user).userId }),
    );
  }

  #change(text: string, change: CrewChange) {
    const gameId = gameIdOf(text);
    const commandId = randomUUID();
    return callOwner(this.owners, changeCrew, gameId, () => ({ gameId, commandId, change }), WITHIN_MS);
  }
}

const operatorOf = ({ userId, name }: Principal) => ({ userId: userId as UserId, name });
