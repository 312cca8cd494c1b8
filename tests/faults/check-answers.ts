import { decide, type GameId, type UserId } from '@earworm/rules';
import { commandKey, rowsByCommand } from './check-log.js';
import type { Findings } from './findings.js';
import type { ClientRecord, GivenCommand } from './record.js';
import type { Replay } from './replay.js';

/** Two clocks of one machine, and whole milliseconds. */
const CLOCKS_MS = 2;
/** Each process counts time on from its own start. */
const DRIFT_MS = 50;
/** Answers that say nothing about whether the command took effect. */
const OPEN = new Set(['retry', 'busy', 'unavailable', 'internal']);

/** Holds what clients were answered against the log. */
export function checkAnswers(replay: Replay, records: readonly ClientRecord[], findings: Findings): void {
  const { gameId } = replay.game;
  const byCommand = rowsByCommand(replay);
  for (const { userId, commands } of records) {
    for (const given of commands) {
      const { answer, command } = given;
      if (!answer) continue;
      const rows = byCommand.get(commandKey(userId, answer.id)) ?? [];
      const what = `${command.type} ${answer.id} of ${userId}`;
      if (!answer.ok) {
        if (rows.length > 0 && !OPEN.has(answer.code))
          findings.add('contradicted', gameId, `${what} was refused (${answer.code}) and is in the log`);
        continue;
      }
      const last = rows.at(-1);
      if (last ? last.version !== answer.version : !changesNothing(replay, userId, given))
        findings.add(
          'lost',
          gameId,
          `${what} was accepted at ${answer.version}, the log has ${last?.version ?? 'nothing'}`,
        );
      const committedAt = replay.row(answer.version)?.committedAt ?? null;
      if (committedAt !== null && (given.answeredAt ?? 0) < committedAt - CLOCKS_MS)
        findings.add('early', gameId, `${what} was answered before version ${answer.version} was committed`);
    }
  }
  checkWinners(replay, records, findings);
}

/** Accepted without an event: right only if at that version there was nothing to change. */
function changesNothing(replay: Replay, userId: string, { command, answer }: GivenCommand): boolean {
  if (!answer?.ok || answer.version > replay.head) return false;
  const state = replay.after(answer.version);
  const now = state.status === 'none' ? 0 : state.updatedAt;
  const actor = { userId: userId as UserId, isAdmin: false };
  const decision = decide(state, command, { now, actor, seatHash: null, gameId: replay.game.gameId as GameId });
  return decision.ok && decision.events.length === 0;
}

interface Buzz {
  readonly version: number;
  readonly playerId: string;
  readonly givenAt: number;
  readonly answeredAt: number;
}

/** Who came first must not come second: buzzes of one round against the times at which they were given and answered. */
function checkWinners(replay: Replay, records: readonly ClientRecord[], findings: Findings): void {
  const { gameId } = replay.game;
  const givenBy = new Map<string, GivenCommand>();
  for (const { userId, commands } of records)
    for (const given of commands) if (given.answer) givenBy.set(commandKey(userId, given.answer.id), given);

  let latest: Buzz | null = null;
  for (const { version, event, userId, commandId } of replay.game.rows) {
    if (event.type === 'questionSelected') latest = null;
    if (event.type !== 'playerBuzzed' || commandId === null) continue;
    const given = givenBy.get(commandKey(userId, commandId));
    if (!given?.answer?.ok || given.answeredAt === null) continue;
    const { givenAt, answeredAt } = given;
    const buzz: Buzz = { version, playerId: event.playerId, givenAt, answeredAt };
    if (latest && answeredAt < latest.givenAt)
      findings.add(
        'wrongWinner',
        gameId,
        `${buzz.playerId} was answered before ${latest.playerId} buzzed and stands behind, at ${version}`,
      );
    const before = replay.before(version);
    const notBefore = before.status === 'none' ? 0 : before.updatedAt;
    if (event.at < givenAt - DRIFT_MS || event.at > Math.max(answeredAt, notBefore) + DRIFT_MS)
      findings.add('wrongWinner', gameId, `the buzz at ${version} counts from a time at which it was not given`);
    if (!latest || givenAt > latest.givenAt) latest = buzz;
  }
}
