import { checkAnswers } from './check-answers.js';
import { checkLog } from './check-log.js';
import { checkViews } from './check-views.js';
import { Findings } from './findings.js';
import type { LoggedGame } from './logged.js';
import type { ClientRecord } from './record.js';
import { Replay } from './replay.js';

/** Holds the log of every game against itself and against all that its clients recorded. */
export function check(games: readonly LoggedGame[], records: readonly ClientRecord[]): Findings {
  const findings = new Findings();
  const replays = new Map(games.map((game) => [game.gameId, new Replay(game)]));
  const ofGame = Map.groupBy(records, ({ gameId }) => gameId);
  for (const replay of replays.values()) {
    checkLog(replay, findings);
    checkAnswers(replay, ofGame.get(replay.game.gameId) ?? [], findings);
  }
  const elsewhere = (id: string) => [...replays.values()].some((replay) => replay.knows(id));
  for (const record of records) {
    const replay = replays.get(record.gameId);
    if (replay) checkViews(replay, record, elsewhere, findings);
    else findings.add('lost', record.gameId, 'the whole game is not in the log');
  }
  return findings;
}
