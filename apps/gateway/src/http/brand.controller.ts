import { type ReplyOf, showBrand, type ShowId } from '@earworm/contracts';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { LRUCache } from 'lru-cache';
import { Api } from './api.js';
import { RouteHandler } from './route-table.js';

const KEPT_MS = 10_000;
const CACHED = 'public, max-age=60';

/** Thousands of phones ask at once, when the code is on the wall. */
@Controller()
export class BrandController {
  readonly #brands = new LRUCache<ShowId, ReplyOf<typeof showBrand>>({
    max: 1_000,
    ttl: KEPT_MS,
    fetchMethod: (showId) => this.api.call(showBrand, { showId }),
  });

  constructor(@Inject(Api) private readonly api: Api) {}

  @RouteHandler('showBrand')
  brand(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    return this.api.serve('showBrand', request, async ({ params: { showId } }) => {
      const brand = await this.#brands.forceFetch(showId);
      response.setHeader('cache-control', CACHED);
      return brand;
    });
  }
}
