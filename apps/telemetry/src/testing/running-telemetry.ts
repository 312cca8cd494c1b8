import { randomUUID } from 'node:crypto';
import { LOG_GROWN, type LogRow } from '@earworm/contracts';
import { GameEvent, GameId } from '@earworm/rules';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { patientBus, serveLog } from '@earworm/service-kit/testing';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { telemetry } from '../telemetry.module.js';

type EventDraft = Record<string, unknown> & { readonly type: string };

/** The whole service on a separate database, and a log of games that a spec writes. */
export async function runTelemetry(url: string) {
  const log = createLog('telemetry', { level: 'silent' });
  const bus = patientBus(createInProcessBus({ log }));
  const rows: LogRow[] = [];
  serveLog(bus, rows);
  const app = await NestFactory.create(
    telemetry.module(makeKit({ name: 'telemetry', bus, log }), telemetry.load({ DATABASE_URL: url })),
    { logger: false, abortOnError: false },
  );
  await app.init();

  return {
    bus,
    log,
    rows,
    database: app.get(DataSource),
    /** Events of one game, each a second after the one before unless it has a time. */
    happen(gameId: GameId, startAt: number, ...drafts: readonly EventDraft[]): void {
      for (const each of drafts) {
        const version = rows.filter((row) => row.gameId === gameId).length + 1;
        const event = GameEvent.parse({ at: startAt + version * 1_000, ...each });
        rows.push({ gameId, version, event });
      }
      bus.publish(LOG_GROWN, new Uint8Array());
    },
    stop: () => app.close(),
  };
}
export type RunningTelemetry = Awaited<ReturnType<typeof runTelemetry>>;

const medium = { kind: 'clip', clipId: 'tune-1' };

const contentWith = (answer: string) => ({ medium, youtubeSongName: `${answer} (song)`, answer, points: 100 });
const change = (type: string, questionId: string, answer: string) => ({
  ...{ type, categoryId: 'c1', questionId },
  content: contentWith(answer),
});

/** What a spec tells of a game. */
export const eventDrafts = {
  newGameId: () => GameId.parse(randomUUID()),
  created: (gameId: GameId, answers: readonly string[] = []) => ({
    type: 'gameCreated',
    gameId,
    gameCode: 'ABCDEF',
    moderatorId: 'mo',
    moderatorName: 'Mo',
    settings: { attempts: 'unlimited', musicOn: 'desk' },
    categories: [
      {
        id: 'c1',
        name: 'Songs',
        questions: answers.map((answer, i) => ({
          id: `q${i}`,
          ...contentWith(answer),
        })),
      },
    ],
  }),
  added: (questionId: string, answer: string) => change('questionAdded', questionId, answer),
  updated: (questionId: string, answer: string) => change('questionUpdated', questionId, answer),
  joined: (playerId: string) => ({ type: 'playerJoined', playerId, name: playerId, isAdmin: false, seatHash: null }),
  started: { type: 'gameStarted' },
  selected: (questionId: string) => ({ type: 'questionSelected', categoryId: 'c1', questionId }),
  buzzed: (questionId: string, playerId: string) => ({
    ...{ type: 'playerBuzzed', questionId, playerId },
    elapsedSeconds: null,
  }),
  judged: (questionId: string, playerId: string, correct: boolean) => ({
    ...{ type: 'answerJudged', questionId, playerId, correct },
    gain: correct ? 100 : -50,
  }),
  unanswered: (questionId: string) => ({ type: 'questionMarkedUnanswered', questionId }),
  completed: { type: 'gameCompleted' },
};
