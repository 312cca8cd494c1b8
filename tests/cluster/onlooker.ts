import { setTimeout as sleep } from 'node:timers/promises';
import { type Answered, look, MODERATOR } from '@earworm/game/testing';
import type { GameId } from '@earworm/rules';
import { RefusedError } from '@earworm/contracts';
import { type Bus, BusError } from '@earworm/service-kit/bus';
import { type ClientRecord, emptyRecord } from '../faults/record.js';

const EVERY_MS = 5;

/** Asks the owners of these games for the whole state, one game after another, as long as things go wrong. */
export function onlooker(bus: Bus, gameIds: readonly GameId[]) {
  const records = new Map(gameIds.map((gameId) => [gameId, emptyRecord(gameId, MODERATOR, 'moderator')]));
  let isLooking = true;
  const lookAt = async (gameId: GameId, record: ClientRecord): Promise<void> => {
    const { logId, version, view } = await look(bus, gameId);
    if (isLooking) record.sent.push({ version, at: Date.now(), view, seat: null });
    else record.final = { logId, version, view, seat: null };
  };
  const over = (async () => {
    while (isLooking)
      for (const [gameId, record] of records) {
        // Silence of nobody's shard and refusals are no states.
        await lookAt(gameId, record).catch((error: unknown) => {
          if (!(error instanceof BusError) && !(error instanceof RefusedError)) throw error;
        });
        await sleep(EVERY_MS);
        if (!isLooking) break;
      }
  })();
  return {
    /** After the last command: what everybody was answered and shown, and where each game stands at last, for the checker. */
    records: async (answered: readonly Answered[]): Promise<ClientRecord[]> => {
      isLooking = false;
      await over;
      for (const { gameId, commandId: id, command, givenAt, answeredAt, version } of answered)
        records
          .get(gameId)
          ?.commands.push({ command, givenAt, answeredAt, answer: { type: 'answer', id, ok: true, version } });
      await Promise.all([...records].map(([gameId, record]) => lookAt(gameId, record)));
      return [...records.values()];
    },
  };
}
