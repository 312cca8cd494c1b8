import { setInterval as every } from 'node:timers/promises';
import { type Answered, look, MODERATOR } from '@earworm/game/testing';
import type { GameId } from '@earworm/rules';
import { RefusedError } from '@earworm/contracts';
import { type Bus, BusError } from '@earworm/service-kit/bus';
import { type ClientRecord, emptyRecord } from '../../faults/record.js';

const EVERY_MS = 10;

/** Asks the owners of these games for the whole state, one game after another, until `records` is called. */
export function watchGames(bus: Bus, gameIds: readonly GameId[]) {
  const records = new Map(gameIds.map((gameId) => [gameId, emptyRecord(gameId, MODERATOR, 'moderator')]));
  let isWatching = true;
  const read = async (gameId: GameId, record: ClientRecord): Promise<void> => {
    const { logId, version, view } = await look(bus, gameId);
    if (isWatching) record.sent.push({ version, at: Date.now(), view, seat: null });
    else record.final = { logId, version, view, seat: null };
  };
  const over = (async () => {
    const all = [...records];
    let turn = 0;
    for await (const _ of every(EVERY_MS)) {
      if (!isWatching) break;
      const [gameId, record] = all[turn++ % all.length]!;
      // An unanswered or refused request shows no state.
      await read(gameId, record).catch((error: unknown) => {
        if (!(error instanceof BusError) && !(error instanceof RefusedError)) throw error;
      });
    }
  })();
  return {
    /** After the last command: all answers and states that clients received and the final states, for the checker. */
    records: async (answered: readonly Answered[]): Promise<ClientRecord[]> => {
      isWatching = false;
      await over;
      for (const { gameId, commandId: id, command, givenAt, answeredAt, version } of answered)
        records
          .get(gameId)
          ?.commands.push({ command, givenAt, answeredAt, answer: { type: 'answer', id, ok: true, version } });
      await Promise.all([...records].map(([gameId, record]) => read(gameId, record)));
      return [...records.values()];
    },
  };
}
