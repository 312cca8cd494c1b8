import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import * as calls from '@earworm/contracts';
import { PATHS, type TemplateId, type UserId } from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Request } from 'express';
import { BusError } from '@earworm/service-kit/bus';
import { LRUCache } from 'lru-cache';
import { checkLeft, spend } from '../limits/action-limits.js';
import { LARGE_BYTES } from '../commands/new-games.js';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { countUse } from './count-template-use.js';
import { ask, askWithText, serve, serveRecorded } from './serve.js';

/** A file of thousands of questions takes its time. */
const FILE_MS = 12_000;
/** Users and the large templates they were about to start. */
const MOST_LARGE = 5_000;

@Controller()
export class TemplatesController {
  readonly #large = new LRUCache<string, true>({ max: MOST_LARGE });

  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Get(PATHS.browseTemplates.path)
  browse(@Req() request: Request) {
    return serve('browseTemplates', request, this.edge.tokens, ({ query, who }) =>
      ask(this.#bus, calls.browseTemplates, { actor: actorOf(who), search: query }),
    );
  }

  @Get(PATHS.myTemplates.path)
  mine(@Req() request: Request) {
    return serve('myTemplates', request, this.edge.tokens, ({ query, who }) =>
      ask(this.#bus, calls.myTemplates, { actor: actorOf(who), ...query }),
    );
  }

  @Post(PATHS.createTemplate.path)
  @HttpCode(200)
  create(@Req() request: Request) {
    return serve('createTemplate', request, this.edge.tokens, ({ body, who }) =>
      ask(this.#bus, calls.createTemplate, { actor: actorOf(who), ...body }),
    );
  }

  @Post(PATHS.importTemplate.path)
  @HttpCode(200)
  import(@Req() request: Request) {
    return serve('importTemplate', request, this.edge.tokens, ({ body, who }) =>
      ask(this.#bus, calls.importTemplate, { actor: actorOf(who), ...body }, { timeoutMs: FILE_MS }),
    );
  }

  @Post(PATHS.templateFromGame.path)
  @HttpCode(200)
  fromGame(@Req() request: Request) {
    return serve('templateFromGame', request, this.edge.tokens, ({ body, who }) =>
      ask(this.#bus, calls.templateFromGame, { actor: actorOf(who), ...body }),
    );
  }

  @Get(PATHS.templateSchema.path)
  schema(@Req() request: Request) {
    return serve('templateSchema', request, this.edge.tokens, () => Promise.resolve(calls.templateFileSchema()));
  }

  @Get(PATHS.readTemplate.path)
  read(@Req() request: Request) {
    return serveRecorded('readTemplate', request, this.edge, ({ params, who }) =>
      ask(this.#bus, calls.readTemplate, { actor: actorOf(who), ...params }),
    );
  }

  @Get(PATHS.readTemplateContent.path)
  content(@Req() request: Request) {
    return serveRecorded('readTemplateContent', request, this.edge, ({ params, who }) =>
      ask(this.#bus, calls.readTemplateContent, { actor: actorOf(who), ...params }),
    );
  }

  @Post(PATHS.saveTemplate.path)
  @HttpCode(200)
  save(@Req() request: Request) {
    return serve('saveTemplate', request, this.edge.tokens, ({ params, body, who }) =>
      ask(this.#bus, calls.saveTemplate, { actor: actorOf(who), ...params, change: body }),
    );
  }

  @Post(PATHS.publishTemplate.path)
  @HttpCode(200)
  publish(@Req() request: Request) {
    return serve('publishTemplate', request, this.edge.tokens, ({ params, body, who }) =>
      ask(this.#bus, calls.publishTemplate, { actor: actorOf(who), ...params, ...body }),
    );
  }

  @Post(PATHS.deleteTemplate.path)
  @HttpCode(200)
  delete(@Req() request: Request) {
    return serve('deleteTemplate', request, this.edge.tokens, ({ params, who }) =>
      ask(this.#bus, calls.deleteTemplate, { actor: actorOf(who), ...params }),
    );
  }

  @Post(PATHS.copyTemplate.path)
  @HttpCode(200)
  copy(@Req() request: Request) {
    return serve('copyTemplate', request, this.edge.tokens, ({ params, body, who }) =>
      ask(this.#bus, calls.copyTemplate, { actor: withoutRole(who), ...params, ...body }),
    );
  }

  /** The questions go from the library to the game; no browser sees them before it is the game's moderator. */
  @Post(PATHS.startTemplate.path)
  @HttpCode(200)
  start(@Req() request: Request) {
    return serve('startTemplate', request, this.edge.tokens, async ({ params, body, who }) => {
      const { templateId } = params;
      const spender = { userId: who.userId, gameId: 'global', caller: this.edge.callers.of(request) };
      const { newGames } = this.edge;
      const asked = { userId: who.userId, requestId: body.requestId };
      // Who asks again for a template that was large is refused without a question to the library.
      const key = `${who.userId} ${templateId}`;
      if (this.#large.has(key)) await newGames.refuseIfFull();
      const isLarge = await this.#isLarge(who, templateId);
      if (isLarge) this.#large.set(key, true);
      // What can be refused is refused before the template is read: that is what costs.
      if (isLarge) await newGames.admit(asked);
      await spend(this.edge.limiter, 'create_game', spender);
      await checkLeft(this.edge.limiter, 'write_questions', spender);
      const create = async () => {
        const wanted = JSON.stringify({ actor: withoutRole(who), templateId });
        const taken = await askWithText(this.#bus, calls.takeTemplate, wanted);
        await spend(this.edge.limiter, 'write_questions', { ...spender, points: taken.length });
        const actor = { userId: who.userId as UserId, isAdmin: who.isAdmin };
        // The game checks the questions: here two megabytes would be parsed only to be written again.
        const wish = `${JSON.stringify({ actor, ...body }).slice(0, -1)},${taken.slice(1)}`;
        const game = await askWithText(this.#bus, calls.createGame, wish, { failed: 'create-failed' });
        return { result: calls.createGame.reply.parse(JSON.parse(game)), bytes: taken.length };
      };
      const game = isLarge ? await newGames.inTurn(asked, create) : (await create()).result;
      await countUse(this.edge.kit, templateId, game.gameId);
      return game;
    });
  }

  @Get(PATHS.exportTemplate.path)
  export(@Req() request: Request) {
    return serveRecorded('exportTemplate', request, this.edge, ({ params, query, who }) =>
      ask(this.#bus, calls.exportTemplate, { actor: actorOf(who), ...params, ...query }, { timeoutMs: FILE_MS }),
    );
  }

  @Post(PATHS.reportTemplate.path)
  @HttpCode(200)
  report(@Req() request: Request) {
    return serve('reportTemplate', request, this.edge.tokens, ({ params, body, who }) =>
      ask(this.#bus, calls.reportTemplate, { actor: actorOf(who), ...params, ...body }),
    );
  }

  @Get(PATHS.templateReports.path)
  reports(@Req() request: Request) {
    return serve('templateReports', request, this.edge.tokens, ({ who }) =>
      ask(this.#bus, calls.templateReports, { actor: actorOf(who) }),
    );
  }

  @Post(PATHS.settleReports.path)
  @HttpCode(200)
  settle(@Req() request: Request) {
    return serveRecorded('settleReports', request, this.edge, ({ params, body, who }) =>
      ask(this.#bus, calls.settleReports, { actor: actorOf(who), ...params, ...body }),
    );
  }

  /** Refuses `template-not-found`. A library of the release before does not know how large a template is. */
  async #isLarge(who: Principal, templateId: TemplateId): Promise<boolean> {
    try {
      const { bytes } = await this.#bus.call(calls.templateSize, { actor: withoutRole(who), templateId });
      return bytes > LARGE_BYTES;
    } catch (error) {
      if (error instanceof BusError) return true;
      throw error;
    }
  }

  get #bus() {
    return this.edge.kit.bus;
  }
}

const actorOf = ({ userId, isAdmin, isGuest, name }: Principal) => ({
  userId: userId as UserId,
  isAdmin,
  isGuest,
  name,
});

/** Administrators take no template of others that is not public: reading one is an act that the audit log has. */
const withoutRole = (who: Principal) => ({ ...actorOf(who), isAdmin: false });
