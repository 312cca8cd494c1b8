import { isDeepStrictEqual } from 'node:util';
import { viewKindOf } from '@earworm/rules';
import type { Findings } from './findings.js';
import type { ClientRecord } from './record.js';
import { idsIn, type Replay } from './replay.js';

/** Two clocks of one machine, and whole milliseconds. */
const CLOCKS_MS = 2;

/** Holds what one client was shown against the log of its game. `elsewhere`: whether an id belongs to another game. */
export function checkViews(
  replay: Replay,
  record: ClientRecord,
  elsewhere: (id: string) => boolean,
  findings: Findings,
): void {
  const { gameId, userId, role, seen, at, snapshots } = record;
  const kind = viewKindOf(role);
  const who = `${role} ${userId}`;
  for (const { kind: fault, what } of record.slips) findings.add(fault, gameId, `${who}: ${what}`);
  for (const [i, event] of seen.entries()) {
    const last = seen[i - 1]?.v;
    const leapt = i > 0 && snapshots[i] !== snapshots[i - 1];
    if (last !== undefined && event.v === last) findings.add('doubled', gameId, `${who} was shown ${event.v} twice`);
    else if (last !== undefined && (event.v < last || (event.v > last + 1 && !leapt)))
      findings.add('disordered', gameId, `${who} was shown ${event.v} after ${last}`);
    const expected = replay.viewAt(kind, event.v);
    if (expected === undefined || !same(event, expected)) {
      const isForeign = idsIn(event).some((id) => !replay.knows(id) && elsewhere(id));
      const what = isForeign ? 'of another game' : 'that the log does not have so';
      findings.add(isForeign ? 'foreign' : 'early', gameId, `${who} was shown a version ${event.v} ${what}`);
    }
    const committedAt = replay.row(event.v)?.committedAt ?? null;
    if (committedAt !== null && (at[i] ?? 0) < committedAt - CLOCKS_MS)
      findings.add('early', gameId, `${who} was shown ${event.v} before it was committed`);
  }
  checkSnapshots(replay, record, who, findings);
  checkStanding(replay, record, who, findings);
}

/** What a snapshot shows must be what the log makes at its version, and committed by then. */
function checkSnapshots(replay: Replay, { sent, role, userId }: ClientRecord, who: string, findings: Findings): void {
  for (const { version, at, view, seat } of sent) {
    const early = (what: string) =>
      findings.add('early', replay.game.gameId, `${who} was given a snapshot of ${version} ${what}`);
    const expected = replay.standing(viewKindOf(role), version, role === 'player' ? userId : null);
    if (!expected) early('that the log does not have');
    else if (!same(view, expected.view) || !same(seat, expected.seat)) early('that shows what the log does not make');
    const committedAt = replay.row(version)?.committedAt ?? null;
    if (committedAt !== null && at < committedAt - CLOCKS_MS) early('before it was committed');
  }
}

function checkStanding(replay: Replay, record: ClientRecord, who: string, findings: Findings): void {
  const { gameId, final, userId, role } = record;
  if (final === null) return;
  const differs = (what: string) => findings.add('differing', gameId, `${who} ${what}`);
  if (final.logId !== replay.game.logId) return differs(`holds another history`);
  if (final.version !== replay.head) return differs(`stands at ${final.version} of ${replay.head}`);
  const expected = replay.standing(viewKindOf(role), final.version, role === 'player' ? userId : null);
  if (!expected) return differs(`stands at ${final.version}, which the log does not have`);
  if (!same(final.view, expected.view)) differs(`sees another game than the log makes at ${final.version}`);
  if (!same(withoutRank(final.seat), JSON.stringify(withoutRank(JSON.parse(expected.seat)))))
    differs(`has another seat than the log makes at ${final.version}`);
}

/** A player does not get the scores of all players, so a rank below the leaders is as of the last snapshot. */
const withoutRank = (seat: unknown): unknown =>
  typeof seat === 'object' && seat !== null ? { ...seat, rank: undefined } : seat;

/** Frames of one game are read once for all its clients, so the same object is met again and again. */
const compared = new WeakMap<object, string>();

function same(value: unknown, json: string): boolean {
  if (typeof value === 'object' && value !== null && compared.get(value) === json) return true;
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(value)), JSON.parse(json))) return false;
  if (typeof value === 'object' && value !== null) compared.set(value, json);
  return true;
}
