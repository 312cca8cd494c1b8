import { logoPath, readShowLogo, RefusedError, type ReplyOf, showBrand, type ShowId } from '@earworm/contracts';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { LRUCache } from 'lru-cache';
import { Api } from './api.js';
import { RouteHandler } from './route-table.js';
import { sendBytes } from './send-bytes.js';

const KEPT_MS = 10_000;
const CACHED = 'public, max-age=60';
const LOGOS_BYTES = 16 * 1024 * 1024;
const LOGO_WITHIN_MS = 8_000;

interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Thousands of phones ask at once, when the code is on the wall: of the service, they ask once. */
@Controller()
export class BrandController {
  readonly #brands = new LRUCache<ShowId, ReplyOf<typeof showBrand>>({
    max: 1_000,
    ttl: KEPT_MS,
    fetchMethod: (showId) => this.api.call(showBrand, { showId }),
  });
  /** By path. */
  readonly #logos = new LRUCache<string, Picture, { readonly showId: string; readonly hash: string }>({
    maxSize: LOGOS_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length || 1,
    fetchMethod: (_path, _stale, { context }) => this.#read(context),
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

  @Get(logoPath(':showId', ':hash'))
  async logo(
    @Param('showId') showId: string,
    @Param('hash') hash: string,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const picture = await this.#logos.forceFetch(logoPath(showId, hash), { context: { showId, hash } });
    const cacheControl = 'public, max-age=31536000, immutable';
    sendBytes(request, response, { ...picture, etag: `"${hash}"`, cacheControl });
  }

  async #read(named: { readonly showId: string; readonly hash: string }): Promise<Picture> {
    const asked = readShowLogo.request.safeParse(named);
    if (!asked.success) throw new RefusedError('not-found');
    const { contentType, base64 } = await this.api.call(readShowLogo, asked.data, { timeoutMs: LOGO_WITHIN_MS });
    const isPicture = /^image\/(?:png|jpeg|webp)$/.test(contentType);
    return { type: isPicture ? contentType : 'application/octet-stream', bytes: Buffer.from(base64, 'base64') };
  }
}
