import {
  lookAtStandings,
  PUBLIC_KEY_LENGTH,
  type PublicStandings,
  RefusedError,
  type RequestOf,
} from '@earworm/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { Request as HttpRequest } from 'express';
import { LRUCache } from 'lru-cache';
import { Api } from './api.js';
import { RouteHandler } from './route-table.js';

const KEPT_MS = 1_000;
const WITHIN_MS = 10_000;

/** A hall full of phones has the page open: of the service, they ask once a second, also with the key of an earlier link. */
@Controller()
export class StandingsController {
  readonly #pages = new LRUCache<string, PublicStandings>({ max: 100, ttl: KEPT_MS });
  /** Apart from the pages: those who guess keys must not push these out. */
  readonly #refused = new LRUCache<string, RefusedError>({ max: 1_000, ttl: KEPT_MS });
  readonly #asked = new Map<string, Promise<PublicStandings>>();

  constructor(@Inject(Api) private readonly api: Api) {}

  @RouteHandler('lookAtStandings')
  look(@Req() request: HttpRequest) {
    return this.api.serve('lookAtStandings', request, async ({ params: { showId }, body: { key } }) => {
      if (key.length !== PUBLIC_KEY_LENGTH) throw new RefusedError('standings-link-unknown');
      const link = `${showId} ${key}`;
      const refused = this.#refused.get(link);
      if (refused !== undefined) throw refused;
      return this.#pages.get(link) ?? this.#asked.get(link) ?? this.#ask(link, { showId, key });
    });
  }

  #ask(link: string, request: RequestOf<typeof lookAtStandings>): Promise<PublicStandings> {
    const asked = this.#read(link, request).finally(() => this.#asked.delete(link));
    this.#asked.set(link, asked);
    return asked;
  }

  async #read(link: string, request: RequestOf<typeof lookAtStandings>): Promise<PublicStandings> {
    try {
      const page = await this.api.call(lookAtStandings, request, { timeoutMs: WITHIN_MS });
      this.#pages.set(link, page);
      return page;
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'standings-link-unknown') this.#refused.set(link, error);
      throw error;
    }
  }
}
