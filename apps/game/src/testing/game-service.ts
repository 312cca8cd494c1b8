import { randomUUID } from 'node:crypto';
import { createGame, onShard, sendCommand, shardOf, snapshot, type Call, type ReplyOf } from '@earworm/contracts';
import { UserId, type Command, type GameId, type GameView, type ViewKind } from '@earworm/rules';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { BusError, createInProcessHub, type Bus, type RequestIn } from '@earworm/service-kit/bus';
import type { Env } from '@earworm/service-kit/config';
import { eventually } from '@earworm/service-kit/testing';
import { type BusFaults, connectFaulty } from '@earworm/service-kit/testing/faulty-bus';
import { createLog } from '@earworm/service-kit/log';
import { NestFactory } from '@nestjs/core';
import type { GameConfig } from '../game.config.js';
import { game } from '../game.module.js';
import { Replica } from '../replica.js';

const log = createLog('game', { level: 'silent' });

export const user = (name: string) => UserId.parse(name);
export const MODERATOR = user('moderator-1');

export interface RunningGame {
  readonly replica: Replica;
  readonly bus: Bus;
  stop(): Promise<void>;
}

/** Several replicas of the real service on one in-process bus, for specs. */
export function gameServices() {
  const hub = createInProcessHub(log);
  const bus = hub.connect();
  return {
    bus,
    /** Another caller's connection, which may be an unreliable one. */
    connect: (faults: BusFaults) => connectFaulty(hub, faults, log),
    async start(
      url: string,
      options: { directUrl?: string; faults?: BusFaults; env?: Env; overrides?: Partial<GameConfig> } = {},
    ): Promise<RunningGame> {
      const own = options.faults ? connectFaulty(hub, options.faults, log) : hub.connect();
      const loaded = game.load({ DATABASE_URL: url, DATABASE_DIRECT_URL: options.directUrl, ...options.env });
      const config = { ...loaded, ...options.overrides };
      const app = await NestFactory.create(game.module(makeKit({ name: 'game', bus: own, log }), config), {
        logger: false,
        abortOnError: false,
        bodyParser: false,
      });
      await app.init();
      return { replica: app.get(Replica), bus: own, stop: () => app.close() };
    },
  };
}

/** Calls as the gateway does: repeats the same request after silence, until the deadline. */
export async function ask<C extends Call>(
  bus: Bus,
  call: C,
  input: RequestIn<C>,
  { withinMs = 30_000, attemptMs = 800 } = {},
): Promise<ReplyOf<C>> {
  const answer = await eventually(async () => {
    try {
      return { reply: await bus.call(call, input, { timeoutMs: attemptMs }) };
    } catch (error) {
      if (error instanceof BusError) throw error;
      return { refusal: error };
    }
  }, withinMs);
  if ('refusal' in answer) throw answer.refusal;
  return answer.reply;
}

export const create = (bus: Bus, requestId: string = randomUUID(), moderator = MODERATOR) =>
  ask(bus, createGame, {
    actor: { userId: moderator, isAdmin: false },
    requestId,
    moderatorName: 'Mo',
    categories: [
      {
        categoryId: 'eighties',
        name: 'The Eighties',
        questions: [
          {
            questionId: 'q1',
            youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
            answer: 'Never Gonna Give You Up',
            points: 100,
          },
          { questionId: 'q2', youtubeLink: 'https://youtu.be/djV11Xbc914', answer: 'Take On Me', points: 200 },
        ],
      },
    ],
  });

/** One command of one user; the same `commandId` makes it a retry. */
export const send = (
  bus: Bus,
  gameId: GameId,
  userId: string,
  command: Command,
  { commandId = randomUUID() as string, deadlineMs = 4_000, waitedMs = 0, withinMs = 30_000, attemptMs = 800 } = {},
) =>
  ask(
    bus,
    onShard(sendCommand, shardOf(gameId)),
    { gameId, commandId, actor: { userId: UserId.parse(userId), isAdmin: false }, command, deadlineMs, waitedMs },
    { withinMs, attemptMs },
  );

export async function look(bus: Bus, gameId: GameId, kind: ViewKind = 'full') {
  const reply = await ask(bus, onShard(snapshot, shardOf(gameId)), { gameId, kind, userId: null });
  return { ...reply, view: JSON.parse(reply.view) as GameView };
}
