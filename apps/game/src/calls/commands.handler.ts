import { randomUUID } from 'node:crypto';
import {
  actAsStaff,
  changeCrew,
  contentBytes,
  type ErrorCode,
  followInRoom,
  moveInGame,
  placeInRoom,
  replaceQuestions,
  RefusedError,
  sendCommand,
  type RequestOf,
} from '@earworm/contracts';
import {
  type Command,
  type Game,
  type GameId,
  hasRight,
  type InheritCrew,
  inheritCrewOf,
  membersOf,
  roomActor,
  type UserId,
} from '@earworm/rules';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../actor/actor.js';
import { systemClock } from '../actor/clock.js';
import { HEAP_BYTES_PER_CHARACTER } from '../actor/footprint.js';
import type { Envelope, Reply } from '../actor/mailbox.js';
import { gameIdFor, inheritStageKeys, moveRoomCode, reserveRoomCode, shareStageKeys } from '../codes/codes.js';
import { noteShow } from '../erasure/erasures.js';
import { Owner } from '../shards/owner.js';
import { admitOn, createOn, inheritOn } from './owner-calls.js';

/** A buzz counts from when the gateway received it, at most this long ago. */
const WAITED_MAX_MS = 4_000;
const MOVE_WITHIN_MS = 4_000;
const CHANGE_WITHIN_MS = 3_000;
const GONE: ReadonlySet<ErrorCode> = new Set(['game-not-found', 'game-ended']);

/** Calls that may change a game; answered by the owner of its shard. */
@Injectable()
export class CommandsHandler {
  constructor(
    private readonly owner: Owner,
    private readonly database: DataSource,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @Handles(sendCommand)
  async send({ gameId, actor, commandId, command, timing, ...request }: RequestOf<typeof sendCommand>) {
    const { deadlineMs, waitedMs, device } = request;
    const waited = Math.round(Math.min(waitedMs, WAITED_MAX_MS));
    const envelope = { issuer: actor, commandId, command, device, ...(timing && { timing }) };
    const submit = () => this.#submit(gameId, envelope, { deadlineMs, waited });
    return command.type === 'playAgain' ? this.#playAgain(gameId, actor.userId, command.requestId, submit) : submit();
  }

  @Handles(moveInGame)
  async move({ gameId, from, to }: RequestOf<typeof moveInGame>) {
    // Before gateways learn of the move: then they check again who may see the stage.
    await shareStageKeys(this.database, gameId, from, to);
    const issuer = { userId: from, isAdmin: false, isServer: true };
    const command = { type: 'moveUser' as const, from, to };
    return this.#submit(gameId, { issuer, commandId: randomUUID(), command }, { deadlineMs: MOVE_WITHIN_MS });
  }

  @Handles(changeCrew)
  change({ gameId, commandId, change }: RequestOf<typeof changeCrew>) {
    const userId = 'userId' in change ? change.userId : change.by;
    const issuer = { userId, isAdmin: false, isServer: true };
    return this.#submit(
      gameId,
      { issuer, commandId, command: change, mayRepeat: true },
      { deadlineMs: CHANGE_WITHIN_MS },
    );
  }

  @Handles(actAsStaff)
  act({ gameId, commandId, command, staff: { showId, userId } }: RequestOf<typeof actAsStaff>) {
    const issuer = { userId, isAdmin: false, staff: { showId } };
    return this.#submit(gameId, { issuer, commandId, command }, { deadlineMs: CHANGE_WITHIN_MS });
  }

  @Handles(placeInRoom)
  async place({ gameId, ...room }: RequestOf<typeof placeInRoom>) {
    await noteShow(this.database, gameId, room.showId);
    const gameCode = await reserveRoomCode(this.database, room.roomId, gameId);
    const issuer = { userId: roomActor(room.roomId), isAdmin: false, isServer: true };
    const command = { type: 'placeInRoom' as const, ...room, code: gameCode };
    const version = await this.owner.read(gameId, (game) => game.version);
    if (version === undefined) return undefined;
    // Two who place it at once do it together.
    const commandId = `place-${version}-${room.name}`;
    const done = await this.#submit(gameId, { issuer, commandId, command }, { deadlineMs: CHANGE_WITHIN_MS });
    return done && { ...done, gameCode };
  }

  @Handles(replaceQuestions)
  async replaceQuestions({ gameId, roomId, categories }: RequestOf<typeof replaceQuestions>) {
    const version = await this.owner.read(gameId, ({ room, version: seen }) => {
      if (room?.roomId !== roomId) throw new RefusedError('not-allowed');
      return seen;
    });
    if (version === undefined) return undefined;
    const issuer = { userId: roomActor(roomId), isAdmin: false, isServer: true };
    const command = { type: 'replaceQuestions' as const, categories };
    return this.#submit(gameId, { issuer, commandId: randomUUID(), command }, { deadlineMs: CHANGE_WITHIN_MS });
  }

  @Handles(followInRoom)
  async follow({ gameId, roomId, requestId }: RequestOf<typeof followInRoom>) {
    const issuer = { userId: roomActor(roomId), isAdmin: false };
    const submit = (commandId: string, command: Command) =>
      this.#submit(gameId, { issuer, commandId, command }, { deadlineMs: CHANGE_WITHIN_MS });
    const seen = await this.owner.read(gameId, ({ room, status, version }) => {
      if (room?.roomId !== roomId) throw new RefusedError('not-allowed');
      return { status, version };
    });
    // The game is not here, so nothing was checked.
    if (seen === undefined) return undefined;
    if (seen.status !== 'completed') {
      // Two at once end it together, and a repeat ends a game that was reopened.
      const commandId = `end-${requestId}-${seen.version}`;
      const ended = await submit(commandId, { type: 'completeGame' }).catch(ignoreEnded);
      if (ended === undefined) return undefined;
    }
    const command = { type: 'playAgain' as const, requestId };
    const done = await this.#playAgain(gameId, issuer.userId, requestId, () =>
      submit(requestId, command).catch(retryReopened),
    );
    if (done === undefined) return undefined;
    const next = await this.owner.read(gameId, nextOf);
    return next == null ? undefined : { next };
  }

  @Handles(admitOn)
  admit({ gameId }: RequestOf<typeof admitOn>) {
    return this.owner.admit(gameId) && {};
  }

  @Handles(createOn)
  create({ gameId, actor, commandId, command, deadlineMs }: RequestOf<typeof createOn>) {
    const reserved = contentBytes(command.categories) * HEAP_BYTES_PER_CHARACTER;
    return this.#submit(gameId, { issuer: actor, commandId, command }, { deadlineMs, reserved });
  }

  @Handles(inheritOn)
  inherit({ gameId, from, command }: RequestOf<typeof inheritOn>) {
    const issuer = { userId: command.creator, isAdmin: false, isServer: true };
    return this.#submit(
      gameId,
      { issuer, commandId: `crew-of-${from}`, command, mayRepeat: true },
      { deadlineMs: CHANGE_WITHIN_MS },
    );
  }

  async #playAgain(gameId: GameId, userId: UserId, requestId: string, submit: () => Submitted) {
    // Before anyone learns of the next game: they open it with the rights and the stage's key that they have.
    await this.#prepareNext(gameId, userId, requestId);
    const done = await submit();
    if (done !== undefined) await this.#moveRoomCode(gameId);
    return done;
  }

  /** Crew, teams and the links to the stage go along. A repeated command, as after a crash, does the rest. */
  async #prepareNext(gameId: GameId, userId: UserId, requestId: string): Promise<void> {
    const next = gameIdFor(userId, requestId);
    const before = await this.owner.read(gameId, (game) => {
      const isFirst = game.status === 'completed' && game.next === null && game.gameId !== next;
      // Only a member who may play again: rights and keys of the game count in the next one.
      return isFirst && hasRight(game, userId, 'settings') ? game : null;
    });
    if (!before) return;
    await inheritStageKeys(this.database, gameId, next);
    if (before.room !== undefined) await noteShow(this.database, next, before.room.showId);
    if (before.room !== undefined || before.teams !== undefined || membersOf(before).length > 1)
      await this.#inheritCrew(gameId, next, inheritCrewOf(userId, before));
  }

  /** After the commit: until then the game has no successor, and the code of the room leads over this game anyway. */
  async #moveRoomCode(gameId: GameId): Promise<void> {
    const moved = await this.owner.read(gameId, (game) => ({ roomId: game.room?.roomId, next: nextOf(game) }));
    if (moved?.roomId !== undefined && moved.next !== null) await moveRoomCode(this.database, moved.roomId, moved.next);
  }

  async #inheritCrew(from: GameId, gameId: GameId, command: InheritCrew): Promise<void> {
    try {
      await callShard(this.bus, inheritOn, gameId, { gameId, from, command });
    } catch (error) {
      // There is no such game, or it is over: a crew could do nothing in it.
      if (!(error instanceof RefusedError) || !GONE.has(error.code)) throw error;
    }
  }

  /** @param times in ms; `waited` before this service received the command */
  #submit(
    gameId: GameId,
    command: Omit<Envelope, 'receivedAt' | 'deadline'>,
    { deadlineMs, waited = 0, reserved }: { deadlineMs: number; waited?: number; reserved?: number },
  ) {
    const receivedAt = systemClock.now() - waited;
    const deadline = systemClock.ticks() + deadlineMs;
    const submit = (actor: Actor) => actor.submit({ ...command, receivedAt, deadline });
    return this.owner.answer(gameId, async (actor) => replyOf(await submit(actor)), reserved);
  }
}

type Submitted = Promise<{ version: number } | undefined>;

const nextOf = (game: Game): GameId | null => (game.status === 'completed' ? game.next : null);

/** It was ended at the same time. */
function ignoreEnded(error: unknown): null {
  if (!(error instanceof RefusedError) || error.code !== 'game-ended') throw error;
  return null;
}

/** It was reopened a moment after it ended. */
function retryReopened(error: unknown): never {
  throw error instanceof RefusedError && error.code === 'not-allowed' ? new RefusedError('retry') : error;
}

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
