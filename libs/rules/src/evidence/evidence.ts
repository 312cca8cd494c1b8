import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { GameEvent } from '../events.js';
import type { Game } from '../state.js';

/** What decides who was first and who has which score. */
const TOLD: ReadonlySet<GameEvent['type']> = new Set<GameEvent['type']>([
  ...(['gameStarted', 'questionSelected', 'falseStarted'] as const),
  ...(['buzzArrived', 'buzzesOrdered', 'playerBuzzed'] as const),
  ...(['answerJudged', 'questionMarkedUnanswered', 'verdictChanged', 'verdictUndone'] as const),
  ...(['scoreChanged', 'scoreChangeUndone', 'gameCompleted', 'gameReopened'] as const),
]);
/** Written or chosen by people: names change, and are erased on request. A doubt is no proof, and decided nothing. */
const LEFT_OUT: ReadonlySet<string> = new Set(['reason', 'by', 'byName', 'name', 'doubt']);

/**
 * One line for an event that decided something, null for another one. Players are numbered by seat, because ids and names
 * are erased on request. `gains`: by seat, by how much scores have changed.
 */
function evidenceLine(before: Game, event: GameEvent, after: Game): string | null {
  const gains = gainsOf(before, after);
  const isTold = TOLD.has(event.type) || (event.type === 'soundNoted' && event.forgivenFrom !== undefined);
  if (!isTold && gains.length === 0) return null;
  const seats = new Map(after.players.map(({ id, seat }): [string, number] => [id, seat]));
  const told = { version: after.version, ...event, ...(gains.length > 0 && { gains }) };
  return JSON.stringify(canonical(told, seats));
}

/** By seat. The first line has what was scored before the chain began. */
function gainsOf(before: Game, after: Game): [seat: number, gain: number][] {
  if (before.evidence !== undefined && before.players === after.players) return [];
  const known = before.evidence === undefined ? [] : before.players;
  return after.players.flatMap(({ seat, score }, index): [number, number][] => {
    const was = known[index]?.seat === seat ? known[index] : known.find((player) => player.seat === seat);
    const gain = score - (was?.score ?? 0);
    return gain === 0 ? [] : [[seat, gain]];
  });
}

/** With sorted keys: the same after it was stored and read. */
function canonical(value: unknown, seats: ReadonlyMap<string, number>): unknown {
  if (typeof value === 'string') return seats.get(value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => canonical(each, seats));
  const entries = Object.entries(value)
    .filter(([key, each]) => each !== undefined && !LEFT_OUT.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, canonical(each, seats)]));
}

const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The end of a chain, in hexadecimal: it changes with every byte of any line. */
export const chained = (previous: string, line: string): string => hash(`${previous}\n${line}`);

/** The end of a chain without a line. */
export const chainOf = (gameId: string): string => hash(gameId);

type WithEvidence = Pick<Game, 'evidence' | 'settings'>;
const keepsEvidence = ({ evidence, settings }: WithEvidence): boolean =>
  evidence !== undefined || settings.buzzOrder != null;

/** The state with the chain over this event; unchanged in games in which the order of arrival counts. */
export function withEvidence(before: Game, event: GameEvent, after: Game): Game {
  if (!keepsEvidence(after)) return after;
  // After the end nothing is decided, unless the game is reopened.
  if (before.status === 'completed' && after.status === 'completed') return after;
  const line = evidenceLine(before, event, after);
  return line === null ? after : { ...after, evidence: chained(before.evidence ?? chainOf(after.gameId), line) };
}

/** The line that this event added to the chain; null if it added none. */
export const evidenceIn = (before: Game, event: GameEvent, after: Game): string | null =>
  before.evidence === after.evidence ? null : evidenceLine(before, event, after);

/** By seat; those that are not 0. */
export const scoresOf = ({ players }: Pick<Game, 'players'>): (readonly [seat: number, score: number])[] =>
  players.flatMap(({ seat, score }) => (score === 0 ? [] : [[seat, score] as const]));
