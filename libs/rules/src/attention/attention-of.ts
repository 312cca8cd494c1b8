import { type HelpCategory, RESTING_REPEAT_MS } from '../constants.js';
import type { RoomStatus } from './status.js';

/** How long each kind may last until the room needs attention, in ms. A call for help counts at once. */
export interface AttentionThresholds {
  readonly crewAwayMs: number;
  readonly buzzMs: number;
  readonly songMs: number;
  readonly openMs: number;
  readonly offlineMs: number;
  readonly quietMs: number;
  readonly notStartedMs: number;
  /** A status that is older is unknown. */
  readonly unknownMs: number;
}

export const ATTENTION_THRESHOLDS: AttentionThresholds = {
  crewAwayMs: 60_000,
  buzzMs: 30_000,
  // Longer than most advertisements before a song.
  songMs: 20_000,
  openMs: 180_000,
  offlineMs: 10_000,
  quietMs: 300_000,
  notStartedMs: 600_000,
  unknownMs: 15_000,
};

/** What was planned for a room. Times in ms since the epoch. */
export interface RoomPlan {
  readonly startsAt: number;
  readonly thresholds: AttentionThresholds;
}

/** A status and when it came. */
export interface HeardStatus {
  readonly status: RoomStatus;
  readonly heardAt: number;
}

/** Kinds in the order in which they are listed; those after `crew-away` are listed by age. */
export const ATTENTION_KINDS = [
  'help',
  'crew-away',
  'buzz-waiting',
  'song-silent',
  'question-open',
  'players-offline',
  'quiet',
  'not-started',
  'unknown',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** What an operator can do about it; a page offers those that it has. */
export const ATTENTION_ACTS = [
  ...(['help', 'take-over', 'replace-link', 'skip-question'] as const),
  ...(['pause', 'announce', 'extend-start', 'open-room'] as const),
] as const;
type AttentionAct = (typeof ATTENTION_ACTS)[number];

interface Facts {
  help: { readonly category: HelpCategory; readonly text: string; readonly name: string };
  'crew-away': { readonly connected: number };
  'buzz-waiting': { readonly name: string; readonly crew: number };
  'song-silent': { readonly question: number };
  'question-open': { readonly question: number; readonly connected: number };
  'players-offline': { readonly connected: number; readonly seated: number };
  quiet: { readonly connected: number };
  'not-started': { readonly crew: number; readonly connected: number };
  unknown: { readonly state: RoomStatus['state'] | null };
}

/** Why a room needs attention: since when (ms since the epoch), the facts of one sentence, and what helps, best first. */
export type Attention<K extends AttentionKind = AttentionKind> = {
  readonly [Kind in K]: {
    readonly kind: Kind;
    readonly since: number;
    readonly facts: Facts[Kind];
    readonly acts: readonly AttentionAct[];
  };
}[K];

const attention = <K extends AttentionKind>(
  kind: K,
  since: number,
  facts: Facts[K],
  acts: readonly AttentionAct[],
): Attention => ({ kind, since, facts, acts }) as unknown as Attention;

const isOver = (since: number | undefined, ms: number, now: number): since is number =>
  since !== undefined && now - since > ms;

/** So old that it tells nothing of the room now. That a game is over remains true. */
export function isOutdated({ status, heardAt }: HeardStatus, of: AttentionThresholds, now: number): boolean {
  const mostMs = of.unknownMs + (status.resting === true ? RESTING_REPEAT_MS : 0);
  return status.state !== 'completed' && now - heardAt > mostMs;
}

/**
 * Why a room needs attention, most urgent first; empty if it does not. A cause is left out while another one explains it: of
 * a room without its crew, operators need not read that a buzz is waiting.
 * @param heard null: no status has come yet
 */
export function attentionOf(
  heard: HeardStatus | null,
  { startsAt, thresholds: of }: RoomPlan,
  now: number,
): Attention[] {
  if (heard === null) return now - startsAt > of.unknownMs ? [attention('unknown', startsAt, { state: null }, [])] : [];
  const { status, heardAt } = heard;
  if (status.state === 'completed') return [];
  if (isOutdated(heard, of, now))
    return status.state === 'playing' || now > startsAt
      ? [attention('unknown', heardAt, { state: status.state }, ['open-room'])]
      : [];
  const found = status.state === 'playing' ? whilePlaying(status, of, now) : beforeStart(status, startsAt, of, now);
  const { help } = status;
  if (help === undefined) return found;
  const { since, ...facts } = help;
  return [attention('help', since, facts, ['help', 'take-over', 'open-room']), ...found];
}

/** A crew that may not start is not late, and has the whole time again once it may. */
function beforeStart(status: RoomStatus, plannedAt: number, of: AttentionThresholds, now: number) {
  const { crew, connected, startHeldSince, startReleasedAt = plannedAt } = status;
  const startsAt = Math.max(plannedAt, startReleasedAt);
  if (startHeldSince !== undefined || !isOver(startsAt, of.notStartedMs, now)) return [];
  const acts: AttentionAct[] = crew > 0 ? ['open-room', 'extend-start'] : ['replace-link', 'take-over', 'extend-start'];
  return [attention('not-started', startsAt, { crew, connected }, acts)];
}

function whilePlaying(status: RoomStatus, of: AttentionThresholds, now: number): Attention[] {
  const { connected, seated, crew, question, crewAwaySince, buzzSince, silentSince, openSince, offlineSince } = status;
  const isCrewAway = crewAwaySince !== undefined && (status.crewLeft === true || now - crewAwaySince > of.crewAwayMs);
  const isPaused = status.pausedSince !== undefined;
  const offlineActs: AttentionAct[] = isPaused ? ['announce', 'open-room'] : ['announce', 'pause', 'open-room'];
  const offline = isOver(offlineSince, of.offlineMs, now)
    ? [attention('players-offline', offlineSince, { connected, seated }, offlineActs)]
    : [];
  if (isCrewAway)
    return [
      attention('crew-away', crewAwaySince, { connected }, ['take-over', 'replace-link', 'announce']),
      ...offline,
    ];
  if (isPaused) return offline;
  const found: Attention[] = [];
  if (isOver(buzzSince, of.buzzMs, now))
    found.push(attention('buzz-waiting', buzzSince, { name: status.buzzer ?? '', crew }, ['open-room', 'help']));
  if (isOver(silentSince, of.songMs, now))
    found.push(attention('song-silent', silentSince, { question }, ['help', 'skip-question', 'open-room']));
  found.push(...offline);
  if (found.length > 0) return found.sort((a, b) => a.since - b.since);
  if (isOver(openSince, of.openMs, now))
    return [attention('question-open', openSince, { question, connected }, ['open-room', 'skip-question', 'announce'])];
  if (isOver(status.lastActionAt, of.quietMs, now))
    return [attention('quiet', status.lastActionAt, { connected }, ['open-room', 'announce', 'help'])];
  return [];
}

const rankOf = (kind: AttentionKind): number => Math.min(ATTENTION_KINDS.indexOf(kind), 2);

/** Calls for help first, then crews that are away, then the others; each the oldest first. */
export const byUrgency = (
  a: { readonly kind: AttentionKind; readonly since: number },
  b: { readonly kind: AttentionKind; readonly since: number },
): number => rankOf(a.kind) - rankOf(b.kind) || a.since - b.since;
