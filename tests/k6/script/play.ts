import { GamesSession, type SessionShape } from '../../load/games-session.js';
import { mentionAll, metrics } from './metrics.js';
import { k6Platform } from './platform.js';
import { settings } from './settings.js';
import type { CuttableSocket } from './socket.js';
import { MeasuredTally } from './tally.js';

export interface Play {
  /** Between seating all players and the end; by default nothing. */
  readonly during?: (session: GamesSession) => Promise<void>;
  readonly tags?: () => Record<string, string>;
  readonly onSocket?: (socket: CuttableSocket) => void;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** This VU's games from the first sign-in to the last event; whatever ends them before their time is counted. */
export async function playGames(shape: SessionShape, { during, tags, onSocket }: Play): Promise<void> {
  mentionAll();
  const tally = new MeasuredTally(tags);
  const session = new GamesSession([settings.url], shape, k6Platform(tally, onSocket));
  try {
    await session.open();
    for (const ms of session.joinMs) metrics.join.add(ms / 1_000);
    await during?.(session);
  } catch (error) {
    console.error(String(error));
    metrics.failed.add(1, { reason: String(error) });
  } finally {
    tally.settle();
    session.close();
  }
}

/** Buzzes for `seconds`, measured after `warmUp`, until the last of them was shown everywhere. */
export async function playOn(session: GamesSession, warmUp: number, seconds: number): Promise<void> {
  session.play();
  await pause(warmUp * 1_000);
  session.tally.measureFrom = performance.now();
  await pause(seconds * 1_000);
  await session.finish();
}
