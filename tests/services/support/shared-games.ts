import { expect } from '@jest/globals';
import { type Answered, create, faultsOf, NO_FAULTS, streamOfCommands } from '@earworm/game/testing';
import { eventually } from '@earworm/service-kit/testing';
import type { GameId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { check } from '../../faults/check.js';
import { readLog } from '../../faults/logged.js';
import { watchGames } from './watch-games.js';

/** Between an answer and the next command of a game. */
const PAUSE_MS = 50;

/** New games that get one command after another, and whose state is read all the while. */
export async function playSharedGames(bus: Bus, databaseUrl: string, games: number) {
  const ids = await Promise.all(Array.from({ length: games }, async () => (await create(bus)).gameId));
  const stream = streamOfCommands(bus, ids, PAUSE_MS);
  const watching = watchGames(bus, ids);
  const answeredIn = (gameId: GameId, isCounted: (command: Answered) => boolean) =>
    stream.answered.filter((each) => each.gameId === gameId && isCounted(each)).length;
  return {
    ...stream,
    /** Resolves when every game has answered so many commands that are given from now on. */
    everyGameAnswers: async (commands: number) => {
      const from = Date.now();
      await eventually(() =>
        expect(ids.filter((id) => answeredIn(id, ({ givenAt }) => givenAt >= from) < commands)).toEqual([]),
      );
    },
    /** Stops the commands; nothing that was answered or shown may contradict the log. */
    endWithoutFault: async () => {
      await stream.end();
      expect(await faultsOf(databaseUrl, ids, stream.answered)).toEqual(NO_FAULTS);
      const records = await watching.records(stream.answered);
      expect(check(await readLog(databaseUrl, ids), records).descriptions).toEqual([]);
      expect(records.reduce((sum, { sent }) => sum + sent.length, 0)).toBeGreaterThan(games);
    },
  };
}
