import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  endSessions,
  exportAudit,
  gamesOfUser,
  listAccounts,
  listAudit,
  PATHS,
  readAccount,
  setAdmin,
  setDisabled,
} from '@earworm/contracts';
import type { Request } from 'express';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { ask, serve, serveRecorded } from './serve.js';

/** An external identity provider is asked meanwhile. */
const SLOW = { timeoutMs: 10_000 };

@Controller()
export class AccountsController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Get(PATHS.listAccounts.path)
  list(@Req() request: Request) {
    return serveRecorded('listAccounts', request, this.edge, ({ query }) => ask(this.#bus, listAccounts, query, SLOW));
  }

  @Get(PATHS.readAccount.path)
  read(@Req() request: Request) {
    return serveRecorded('readAccount', request, this.edge, ({ params }) => ask(this.#bus, readAccount, params, SLOW));
  }

  @Get(PATHS.accountGames.path)
  games(@Req() request: Request) {
    return serveRecorded('accountGames', request, this.edge, ({ params, query }) =>
      ask(this.#bus, gamesOfUser, { ...params, ...query }),
    );
  }

  @Post(PATHS.giveAdmin.path)
  @HttpCode(200)
  giveAdmin(@Req() request: Request) {
    return serveRecorded('giveAdmin', request, this.edge, ({ params }) =>
      ask(this.#bus, setAdmin, { ...params, admin: true }, SLOW),
    );
  }

  @Post(PATHS.takeAdmin.path)
  @HttpCode(200)
  takeAdmin(@Req() request: Request) {
    return serveRecorded('takeAdmin', request, this.edge, ({ params }) =>
      ask(this.#bus, setAdmin, { ...params, admin: false }, SLOW),
    );
  }

  @Post(PATHS.disableAccount.path)
  @HttpCode(200)
  disable(@Req() request: Request) {
    return serveRecorded('disableAccount', request, this.edge, ({ params }) =>
      ask(this.#bus, setDisabled, { ...params, disabled: true }, SLOW),
    );
  }

  @Post(PATHS.enableAccount.path)
  @HttpCode(200)
  enable(@Req() request: Request) {
    return serveRecorded('enableAccount', request, this.edge, ({ params }) =>
      ask(this.#bus, setDisabled, { ...params, disabled: false }, SLOW),
    );
  }

  @Post(PATHS.endAccountSessions.path)
  @HttpCode(200)
  endSessions(@Req() request: Request) {
    return serveRecorded('endAccountSessions', request, this.edge, ({ params }) =>
      ask(this.#bus, endSessions, params, SLOW),
    );
  }

  @Get(PATHS.listAudit.path)
  audit(@Req() request: Request) {
    return serve('listAudit', request, this.edge.tokens, ({ query }) => ask(this.#bus, listAudit, query));
  }

  @Post(PATHS.exportAudit.path)
  @HttpCode(200)
  exportAudit(@Req() request: Request) {
    return serveRecorded('exportAudit', request, this.edge, ({ body }) => ask(this.#bus, exportAudit, body));
  }

  get #bus() {
    return this.edge.kit.bus;
  }
}
