import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { contentBytes, moveInGame, RefusedError, sendCommand, type RequestOf } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { gameIdFor } from '../codes/game-id-for.js';
import { handOnStageKey } from '../codes/stage-key.js';
import type { Actor } from '../actor/actor.js';
import { systemClock } from '../actor/clock.js';
import { HEAP_BYTES_PER_CHARACTER } from '../actor/footprint.js';
import type { Reply } from '../actor/mailbox.js';
import { Owner } from '../shards/owner.js';
import { admitOn } from './admit-on.js';
import { createOn } from './owner-calls.js';

/** A press counts from when the gateway received it, but from no earlier than this. */
const WAITED_MAX_MS = 4_000;
/** No request waits for the move of a user: the client asks again. */
const MOVED_WITHIN_MS = 4_000;

/** What changes a game, or may; answered by the owner of its shard. */
@Injectable()
export class CommandsHandler {
  /** Outside of any request: the owner works on many games together. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(
    private readonly owner: Owner,
    private readonly database: DataSource,
  ) {}

  @Handles(sendCommand)
  async send({ gameId, actor, commandId, command, deadlineMs, waitedMs, device }: RequestOf<typeof sendCommand>) {
    // Before the stage is told to go on: it comes with the key that it has.
    if (command.type === 'playAgain') await this.handOnStage(gameId, actor.userId, command.requestId);
    return this.submit(gameId, () => ({
      issuer: actor,
      commandId,
      command,
      device,
      pressedAt: systemClock.now() - Math.round(Math.min(waitedMs, WAITED_MAX_MS)),
      deadline: systemClock.ticks() + deadlineMs,
    }));
  }

  @Handles(moveInGame)
  move({ gameId, from, to }: RequestOf<typeof moveInGame>) {
    return this.submit(gameId, () => ({
      issuer: { userId: from, isAdmin: false, isServer: true },
      commandId: randomUUID(),
      command: { type: 'moveUser', from, to },
      pressedAt: systemClock.now(),
      deadline: systemClock.ticks() + MOVED_WITHIN_MS,
    }));
  }

  @Handles(admitOn)
  admit({ gameId }: RequestOf<typeof admitOn>) {
    return this.owner.admit(gameId) && {};
  }

  @Handles(createOn)
  create({ gameId, actor, commandId, command, deadlineMs }: RequestOf<typeof createOn>) {
    const made = () => ({
      issuer: actor,
      commandId,
      command,
      pressedAt: systemClock.now(),
      deadline: systemClock.ticks() + deadlineMs,
    });
    return this.submit(gameId, made, contentBytes(command.categories) * HEAP_BYTES_PER_CHARACTER);
  }

  /** As the call, when this replica owns the game. Undefined, when it does not or lost it meanwhile: then the owner is asked. */
  createHere(request: RequestOf<typeof createOn>): Promise<{ version: number } | undefined> {
    return this.outside(() => this.create(request));
  }

  /** Of the moderator's own games only: the key of a game lets its holder show the stage. */
  private async handOnStage(gameId: GameId, userId: UserId, requestId: string): Promise<void> {
    const isTheirs = await this.owner.read(gameId, ({ moderatorId }) => moderatorId === userId);
    if (isTheirs === true) await handOnStageKey(this.database, gameId, gameIdFor(userId, requestId));
  }

  private submit(gameId: GameId, made: () => Parameters<Actor['submit']>[0], reserved?: number) {
    return this.owner.answer(gameId, async (actor) => replyOf(await actor.submit(made())), reserved);
  }
}

/** Undefined is silence. Throws the refusal. */
function replyOf(reply: Reply): { version: number } | undefined {
  switch (reply.kind) {
    case 'accepted':
      return { version: reply.version };
    case 'rejected':
      throw new RefusedError(reply.rejection.code, reply.rejection.params);
    case 'busy':
    case 'retry':
      throw new RefusedError(reply.kind);
    case 'failed':
      throw reply.error;
    case 'silent':
      return undefined;
    default:
      return reply satisfies never;
  }
}
