import {
  type Call,
  gameRetention,
  identityRetention,
  libraryRetention,
  type ReplyOf,
  SHOW_LIMITS,
  telemetryRetention,
} from '@earworm/contracts';
import { CONFIG } from '@earworm/service-kit/bootstrap';
import type { RequestIn } from '@earworm/service-kit/bus';
import { Controller, Inject, Req } from '@nestjs/common';
import type { Request as HttpRequest } from 'express';
import type { GatewayConfig } from '../gateway.config.js';
import { Api } from './api.js';
import { RouteHandler } from './route-table.js';
import { SignInProvider } from './sign-in-provider.js';

const ASK_WITHIN_MS = 2_000;

/** Asks the services themselves, each of which may be configured apart: what the page says is what they do. */
@Controller()
export class PrivacyController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(SignInProvider) private readonly signInProvider: SignInProvider,
  ) {}

  @RouteHandler('privacy')
  privacy(@Req() request: HttpRequest) {
    return this.api.serve('privacy', request, async () => {
      const [game, library, telemetry, identity, { endpoints }] = await Promise.all([
        this.#ask(gameRetention, {}),
        this.#ask(libraryRetention, {}),
        this.#ask(telemetryRetention, {}),
        this.#ask(identityRetention, {}),
        this.signInProvider.facts(),
      ]);
      const { PRIVACY_TEXT, BACKUP_KEEP_DAYS, PUBLIC_URL, MINIO_ENDPOINT, MINIO_PUBLIC_ENDPOINT } = this.config;
      const files = MINIO_ENDPOINT === undefined ? undefined : (MINIO_PUBLIC_ENDPOINT ?? MINIO_ENDPOINT);
      return {
        operatorText: PRIVACY_TEXT ?? null,
        days: {
          games: game?.gameDays ?? null,
          events: SHOW_LIMITS.keepDays,
          clips: library?.clipDays ?? null,
          guestTemplates: library?.guestTemplateDays ?? null,
          usage: telemetry?.usageDays ?? null,
          guests: identity?.sessionDays ?? null,
          backups: BACKUP_KEEP_DAYS ?? null,
        },
        sendsMail: identity?.sendsMail ?? null,
        signInHost: otherHost(endpoints?.authorization, PUBLIC_URL),
        filesHost: otherHost(files, PUBLIC_URL),
      };
    });
  }

  /** Null without an answer: the page says so, and the rest stays readable. */
  #ask<C extends Call>(call: C, input: RequestIn<C>): Promise<ReplyOf<C> | null> {
    return this.api.call(call, input, { timeoutMs: ASK_WITHIN_MS }).catch(() => null);
  }
}

/** Null for an address of the product itself, such as a path. */
function otherHost(url: string | undefined, own: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null;
  const { host } = new URL(url);
  return own !== undefined && new URL(own).host === host ? null : host;
}
