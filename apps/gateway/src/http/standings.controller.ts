import { lookAtStandings, type PublicStandings, type RequestOf } from '@earworm/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { Request as HttpRequest } from 'express';
import { LRUCache } from 'lru-cache';
import { Api } from './api.js';
import { RouteHandler } from './route-table.js';

const KEPT_MS = 1_000;
const WITHIN_MS = 10_000;

/** A hall full of phones has the page open: of the service, they ask once a second. */
@Controller()
export class StandingsController {
  readonly #kept = new LRUCache<string, PublicStandings, RequestOf<typeof lookAtStandings>>({
    max: 100,
    ttl: KEPT_MS,
    fetchMethod: (_key, _stale, { context }) => this.api.call(lookAtStandings, context, { timeoutMs: WITHIN_MS }),
  });

  constructor(@Inject(Api) private readonly api: Api) {}

  @RouteHandler('lookAtStandings')
  look(@Req() request: HttpRequest) {
    return this.api.serve('lookAtStandings', request, ({ params: { showId }, body: { key } }) =>
      this.#kept.forceFetch(`${showId} ${key}`, { context: { showId, key } }),
    );
  }
}
