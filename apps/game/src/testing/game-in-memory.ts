import { GameCode, GameId, type AnyCommand, type CreateGame } from '@earworm/rules';
import { Registry } from '@earworm/service-kit/metrics';
import { NO_TRACING } from '@earworm/service-kit/tracing';
import type { LogRow } from '../log/append.js';
import { Flush } from '../log/flush.js';
import { readEvent, type LoadedLog } from '../log/read.js';
import { gameMetrics } from '../metrics.js';
import type { Clock } from '../actor/clock.js';
import { GameMemory } from '../actor/footprint.js';
import type { PresenceTimes } from '../actor/game-presence.js';
import type { SavedGame } from '../actor/snapshot.js';
import { Owner } from '../shards/owner.js';
import { allShards } from '../shards/fair-share.js';
import { user } from './game-service.js';

/** In ms. */
export const PRESENCE_TIMES: PresenceTimes = {
  expiresMs: 12_000,
  moderatorAwayMs: 60_000,
  deskDisconnectedMs: 3_000,
  seatRequestAwayMs: 20_000,
  seatRequestMs: 300_000,
};

/** An owner of all shards with a log in memory and a clock that the spec moves. */
export function ownerInMemory({
  limit,
  hasHeap,
  gamesMax = 10_000,
}: {
  limit: number;
  hasHeap?: (bytes: number) => boolean;
  gamesMax?: number;
}) {
  let seconds = 0;
  const clock: Clock = { now: () => 1_800_000_000_000 + seconds * 1_000, ticks: () => seconds * 1_000 };
  const rows = new Map<string, LogRow[]>();
  const loads: string[] = [];
  const saved: SavedGame[] = [];
  const registry = new Registry();
  const nothing = () => undefined;
  const metrics = gameMetrics(registry, () => ({ shards: 0, games: 0, waiting: 0, bytes: 0, bytesLimit: 0 }));
  const memory = new GameMemory(limit, hasHeap);
  const flush = new Flush(
    (batch) => {
      for (const row of batch) rows.set(row.gameId, [...(rows.get(row.gameId) ?? []), row]);
      return Promise.resolve({ kind: 'committed' });
    },
    { batch: nothing, outcome: nothing },
  );
  const load = (gameId: string): Promise<LoadedLog> => {
    loads.push(gameId);
    const mine = rows.get(gameId) ?? [];
    const characters = mine.reduce((sum, { event }) => sum + event.length, 0);
    return Promise.resolve({
      logId: 'log-1',
      epoch: mine.at(-1)?.epoch ?? 0,
      snapshot: null,
      events: mine.map(({ version, event, userId, commandId }) => ({
        version,
        userId,
        commandId,
        event: readEvent(JSON.parse(event) as { type: string }),
      })),
      characters,
      charactersSinceSnapshot: characters,
    });
  };
  const owner = new Owner(
    {
      clock,
      load,
      memory,
      publish: nothing,
      save: (game: SavedGame) => void saved.push(game),
      offer: (listener, gameId, batch) => flush.offer(listener, gameId, batch),
      withdraw: (listener, gameId) => flush.withdraw(listener, gameId),
      countBusy: (bound) => metrics.busy(bound),
      warn: nothing,
      tracing: NO_TRACING,
      ringMs: 100_000,
      presence: PRESENCE_TIMES,
    },
    { isLeaseValid: () => true, giveUp: nothing, taken: nothing, freed: nothing, gamesMax },
  );
  owner.taken(new Map(allShards.map((shard) => [shard, 1])));
  let ids = 0;
  const give = (gameId: GameId, userId: string, command: AnyCommand, reserved = 0) => {
    const envelope = { issuer: { userId: user(userId), isAdmin: false }, commandId: `c-${++ids}`, command };
    const times = { receivedAt: clock.now(), deadline: clock.ticks() + 4_000 };
    return owner.answer(gameId, (actor) => actor.submit({ ...envelope, ...times }), reserved);
  };
  return {
    owner,
    memory,
    clock,
    rows,
    loads,
    saved,
    give,
    pass: (more: number) => void (seconds += more),
    /** Refusals so far, by the bound that was reached. */
    refused: async () => {
      const { values } = await registry.getSingleMetric('game_busy_total')!.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels['bound'], value]));
    },
  };
}

export const CREATE_GAME: CreateGame = {
  type: 'createGame',
  gameCode: GameCode.parse('ABCDEF'),
  moderatorName: 'Mo',
  settings: {},
  categories: [],
};

/** A new game whose questions have about so many characters of text. */
export function createGameOf(characters: number): CreateGame {
  const count = Math.max(1, Math.ceil(characters / 400 / 30));
  const categories = Array.from({ length: count }, (_, c) => ({
    categoryId: `c${c}`,
    name: `Category ${c}`,
    questions: Array.from({ length: Math.min(30, Math.ceil(characters / 400 / count)) }, (_, q) => ({
      questionId: `q${c}-${q}`,
      points: 100,
      answer: 'y'.repeat(200),
      youtubeSongName: 'x'.repeat(200),
      youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
    })),
  }));
  return { ...CREATE_GAME, categories } as CreateGame;
}
