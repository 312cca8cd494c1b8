import { hasRight, type UserId } from '@earworm/rules';
import type { Findings } from './findings.js';
import type { LoggedRow } from './logged.js';
import type { Replay } from './replay.js';

const BY_JUDGES: ReadonlySet<string> = new Set(['answerJudged', 'questionMarkedUnanswered', 'verdictUndone']);

/** What a log alone can show to be wrong. */
export function checkLog(replay: Replay, findings: Findings): void {
  const { gameId, rows } = replay.game;
  let last: LoggedRow | undefined;
  for (const [index, row] of rows.entries()) {
    const { version, event, epoch } = row;
    const add = (fault: Parameters<Findings['add']>[0], what: string) =>
      findings.add(fault, gameId, `version ${version} ${what}`);
    if (version !== index + 1) add('disordered', `stands at place ${index + 1} of the log`);
    if (last && event.at < last.event.at) add('disordered', 'goes back in time');
    if (last && epoch < last.epoch) add('disordered', `was written by an older owner than the version before it`);
    const before = replay.before(index + 1);
    const current = before.status === 'playing' ? before.current : null;
    if (event.type === 'playerBuzzed' && current?.answerQueue.some(({ playerId }) => playerId === event.playerId))
      add('doubled', `lets a player buzz who stands in the queue already`);
    if (event.type === 'answerJudged' && current?.answerQueue[0]?.playerId !== event.playerId)
      add('wrongWinner', `judges a player who is not first`);
    if (row.userId !== null && BY_JUDGES.has(event.type) && before.status !== 'none')
      if (!hasRight(before, row.userId as UserId, 'judge'))
        add('unauthorized', 'was decided for a user who may not judge');
    last = row;
  }
  for (const [key, own] of rowsByCommand(replay)) {
    const first = own[0]?.version ?? 0;
    const apart = own.some(({ version }, i) => version !== first + i);
    const bodies = own.map(({ event }) => JSON.stringify({ ...event, at: 0 }));
    if (apart || new Set(bodies).size < bodies.length)
      findings.add('doubled', gameId, `command ${key} took effect at ${own.map(({ version }) => version).join(', ')}`);
  }
}

/** The rows of each command, by `user command`. */
export function rowsByCommand(replay: Replay): Map<string, LoggedRow[]> {
  const byCommand = new Map<string, LoggedRow[]>();
  for (const row of replay.game.rows) {
    if (row.commandId === null) continue;
    const key = commandKey(row.userId, row.commandId);
    const rows = byCommand.get(key);
    if (rows) rows.push(row);
    else byCommand.set(key, [row]);
  }
  return byCommand;
}

export const commandKey = (userId: string | null, commandId: string): string => `${userId} ${commandId}`;
