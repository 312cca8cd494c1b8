import { createHash } from 'node:crypto';
import { Controller, Inject, Req } from '@nestjs/common';
import {
  askForCrewLink,
  createCrewLink,
  crewLinkOf,
  listCrewLinks,
  lookAtCrewLink,
  RefusedError,
  revokeCrewLink,
  useCrewLink,
  type UserId,
} from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Request as HttpRequest } from 'express';
import { Callers } from '../limits/callers.js';
import { CodeLimits } from '../limits/code-limits.js';
import { ConnectionLimits } from '../limits/connection-limits.js';
import { Api, gameIdOf } from './api.js';
import { RouteHandler } from './route-table.js';

/** The shows service calls the owner of the game, up to twice for 4 s; browsers wait 15 s. */
const CALL = { timeoutMs: 10_000 };

/** The shows service checks the rights of those who make links. */
@Controller()
export class CrewLinksController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(CodeLimits) private readonly codes: CodeLimits,
    @Inject(Callers) private readonly callers: Callers,
    @Inject(ConnectionLimits) private readonly connections: ConnectionLimits,
  ) {}

  @RouteHandler('createCrewLink')
  create(@Req() request: HttpRequest) {
    return this.api.serve('createCrewLink', request, ({ params, body, user }) =>
      this.api.call(createCrewLink, { gameId: gameIdOf(params.gameId), by: idOf(user), ...body }, CALL),
    );
  }

  @RouteHandler('listCrewLinks')
  list(@Req() request: HttpRequest) {
    return this.api.serve('listCrewLinks', request, ({ params, user }) =>
      this.api.call(listCrewLinks, { gameId: gameIdOf(params.gameId), by: idOf(user) }, CALL),
    );
  }

  @RouteHandler('revokeCrewLink')
  revoke(@Req() request: HttpRequest) {
    return this.api.serve('revokeCrewLink', request, ({ params: { gameId, linkId }, user }) =>
      this.api.call(revokeCrewLink, { gameId: gameIdOf(gameId), by: idOf(user), linkId }, CALL),
    );
  }

  @RouteHandler('lookAtCrewLink')
  lookAt(@Req() request: HttpRequest) {
    return this.api.serve('lookAtCrewLink', request, async ({ body }) => (await this.#tried(body.link, request)).seen);
  }

  @RouteHandler('askForCrewLink')
  ask(@Req() request: HttpRequest) {
    return this.api.serve('askForCrewLink', request, async ({ body }) => {
      const { shown } = await this.#tried(body.link, request);
      return this.api.call(askForCrewLink, shown, CALL);
    });
  }

  @RouteHandler('useCrewLink')
  use(@Req() request: HttpRequest) {
    return this.api.serve('useCrewLink', request, async ({ body: { link, name }, user }) => {
      const { shown } = await this.#tried(link, request);
      return this.api.call(useCrewLink, { ...shown, userId: idOf(user), name }, CALL);
    });
  }

  /** Looked at like a game code, so that trying links is slow. The limiter gets a hash instead of the link. */
  async #tried(link: string, request: HttpRequest) {
    const code = `crew-link ${createHash('sha256').update(link).digest('base64url')}`;
    const onQueued = () => this.connections.queue(request.socket);
    return this.codes.find({ code, caller: this.callers.of(request), onQueued }, async () => {
      const shown = crewLinkOf(link);
      if (shown === null) throw new RefusedError('crew-link-unknown');
      return { shown, seen: await this.api.call(lookAtCrewLink, shown, CALL) };
    });
  }
}

const idOf = ({ userId }: Principal): UserId => userId as UserId;
