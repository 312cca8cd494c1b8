import { createHash } from 'node:crypto';
import {
  FORMER_PERSON,
  type keepStandings,
  type ReplyOf,
  type RequestOf,
  RoomId,
  type showStandings,
  type StandingsKind,
} from '@earworm/contracts';
import { type GameResults, type GameScore, type Standing, standingsOf, teamIdOf } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { DELETE_FROZEN, INSERT_FROZEN, LIST_FROZEN, RESULT_KEYS, RESULTS } from './results.sql.js';

type Asked = RequestOf<typeof showStandings>;
type Filter = Omit<Asked, 'showId' | 'page'>;
type Page = ReplyOf<typeof showStandings>;

const PAGE_SIZE = 100;
/** Events whose results are kept in memory, and rankings of each. */
const SHOWS_KEPT = 16;
const RANKINGS_KEPT = 32;

type PlayerRow = readonly [
  ...[seat: number, id: string, name: string],
  ...[points: number, right: number, wrong: number],
  isErased: boolean,
];
type TeamRow = readonly [
  ...[number: number, name: string],
  ...[points: number, right: number, wrong: number],
  key: string | null,
];
type FrozenPlayer = readonly [seat: number, points: number, right: number, wrong: number];

interface Result {
  readonly gameId: string;
  /** Changes whenever the result does. */
  readonly key: string;
  readonly roomId: string;
  readonly createdAt: number;
  readonly questions: number;
  readonly players: readonly PlayerRow[];
  readonly teams: readonly TeamRow[];
}

interface KnownResult extends Result {
  /** Changes when what frozen results take from this one does. */
  readonly identity: string;
}

interface FrozenResult {
  readonly gameId: string;
  readonly questions: number;
  readonly players: readonly FrozenPlayer[];
  readonly teams: readonly TeamRow[];
}

interface KeptShow {
  readonly results: ReadonlyMap<string, KnownResult>;
  readonly rounds: ReadonlyMap<string, number>;
  /** Of these results. */
  readonly rankings: Rankings;
  /** Of frozen ones. They change with who and which games there are, not with points. */
  readonly frozen: Rankings;
}

/** By which an entry is found again, and its place before the latest round. */
type Trace = Pick<Page['entries'][number], 'key' | 'before'>;
interface Ranking {
  readonly ranked: readonly Standing[];
  /** By id; null where they were not asked for. */
  readonly traces: ReadonlyMap<string, Trace> | null;
}

/** By what was asked for; those who ask at the same time share one. */
type Rankings = Map<string, Promise<Ranking>>;

/**
 * Standings of events from the history of their games. A request reads only the games that have changed since the last
 * one, so that a verdict costs one game, also in an event of hundreds of rooms.
 */
export class ShowStandings {
  /** The one that was asked for last is the last. */
  readonly #kept = new Map<string, KeptShow>();
  readonly #reading = new Map<string, Promise<KeptShow>>();

  constructor(private readonly database: DataSource) {}

  async read({ showId, page, ...asked }: Asked): Promise<Page> {
    const show = await this.#current(showId);
    const { ranked, traces } = await this.#ranked(showId, show, asked);
    const rooms = new Set<string>(asked.roomIds);
    const ofRooms = [...show.results.values()].filter(({ roomId }) => rooms.has(roomId));
    const idOf = asked.kind === 'teams' ? numbersOf(ofRooms) : (_roomId: string, id: string) => id;
    return {
      total: ranked.length,
      rounds: ofRooms.reduce((most, { gameId }) => Math.max(most, show.rounds.get(gameId) ?? 0), 0),
      hasTeams: ofRooms.some(({ teams }) => teams.length > 0),
      entries: ranked.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ id, roomId, ...entry }) => ({
        ...entry,
        ...(asked.frozenAt === null && { id: idOf(roomId, id) }),
        roomId: RoomId.parse(roomId),
        ...traces?.get(id),
      })),
    };
  }

  /** Idempotent. */
  async keep({ showId, at }: RequestOf<typeof keepStandings>): Promise<void> {
    // Not what is being read for someone who asked earlier.
    await this.#reading.get(showId)?.catch(() => undefined);
    const results = at === null ? [] : [...(await this.#current(showId)).results.values()];
    const kept = results.map(({ gameId, questions, players, teams }): FrozenResult => {
      const bySeat = players.map(([seat, , , points, right, wrong]): FrozenPlayer => [seat, points, right, wrong]);
      return { gameId, questions, players: bySeat, teams };
    });
    await this.database.transaction(async (manager) => {
      await manager.query(DELETE_FROZEN, [showId]);
      if (kept.length > 0) await manager.query(INSERT_FROZEN, [showId, at, JSON.stringify(kept)]);
    });
    this.#kept.get(showId)?.frozen.clear();
  }

  /** The results as the database has them now. Those who ask while they are read share them. */
  #current(showId: string): Promise<KeptShow> {
    const known = this.#reading.get(showId);
    if (known !== undefined) return known;
    const reading = this.#read(showId).finally(() => this.#reading.delete(showId));
    this.#reading.set(showId, reading);
    return reading;
  }

  async #read(showId: string): Promise<KeptShow> {
    const keys = await this.database.query<Pick<Result, 'gameId' | 'key'>[]>(RESULT_KEYS, [showId]);
    const before = this.#kept.get(showId);
    const changed = keys.filter(({ gameId, key }) => before?.results.get(gameId)?.key !== key);
    if (before !== undefined && changed.length === 0 && before.results.size === keys.length)
      return this.#note(showId, before);
    const read =
      changed.length === 0
        ? []
        : await this.database.query<Result[]>(RESULTS, [changed.map(({ gameId }) => gameId), FORMER_PERSON]);
    const fresh = new Map(read.map((result) => [result.gameId, { ...result, identity: identityOf(result) }]));
    const results = new Map<string, KnownResult>();
    for (const { gameId } of keys) {
      const result = fresh.get(gameId) ?? before?.results.get(gameId);
      if (result !== undefined) results.set(gameId, result);
    }
    const frozen = before !== undefined && haveSameIdentity(before.results, results) ? before.frozen : new Map();
    return this.#note(showId, { results, rounds: roundsOf([...results.values()]), rankings: new Map(), frozen });
  }

  #note(showId: string, show: KeptShow): KeptShow {
    this.#kept.delete(showId);
    this.#kept.set(showId, show);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > SHOWS_KEPT) this.#kept.delete(oldest);
    return show;
  }

  #ranked(showId: string, show: KeptShow, asked: Filter): Promise<Ranking> {
    const { kind, counting, round, roomIds, frozenAt, isTraced = false } = asked;
    const rooms = createHash('sha1').update(roomIds.join()).digest('base64');
    const key = [kind, counting, round ?? '', frozenAt ?? '', isTraced, rooms].join(' ');
    const rankings = frozenAt === null ? show.rankings : show.frozen;
    const known = rankings.get(key);
    if (known !== undefined) return known;
    const ranking = this.#rank(showId, show, asked);
    if (rankings.size >= RANKINGS_KEPT) rankings.clear();
    rankings.set(key, ranking);
    ranking.catch(() => rankings.delete(key));
    return ranking;
  }

  async #rank(
    showId: string,
    show: KeptShow,
    { kind, counting, round, roomIds, frozenAt, isTraced = false }: Filter,
  ): Promise<Ranking> {
    const isAsked = new Set<string>(roomIds);
    const results = frozenAt === null ? [...show.results.values()] : await this.#frozen(showId, show, frozenAt);
    const games = results.filter(
      ({ gameId, roomId }) => isAsked.has(roomId) && (round === undefined || show.rounds.get(gameId) === round),
    );
    const ranked = standingsOf(games.map(gameOf(kind)), counting);
    return { ranked, traces: isTraced ? tracesOf(games, show.rounds, kind, counting) : null };
  }

  /** As they were then, of games and people that are still there, under the names that they have now. */
  async #frozen(showId: string, { results }: KeptShow, at: number): Promise<readonly Result[]> {
    const rows = await this.database.query<FrozenResult[]>(LIST_FROZEN, [showId, at]);
    return rows.flatMap(({ gameId, questions, players: scored, teams }) => {
      const result = results.get(gameId);
      if (result === undefined) return [];
      const now = new Map(result.players.map((player) => [player[0], player]));
      const players = scored.map(([seat, ...score]): PlayerRow => {
        const [, id = `seat ${seat}`, name = '', , , , isErased = true] = now.get(seat) ?? [];
        return [seat, id, name, ...score, isErased];
      });
      const names = new Map(result.teams.map(([number, name]) => [number, name]));
      const named = teams.map(([number, name, ...score]): TeamRow => [number, names.get(number) ?? name, ...score]);
      return [{ ...result, questions, players, teams: named }];
    });
  }
}

const identityOf = ({ roomId, createdAt, players, teams }: Result): string => {
  const people = players.map(([seat, id, name, , , , isErased]) => [seat, id, name, isErased]);
  const named = teams.map(([number, name, , , , key]) => [number, name, key]);
  return createHash('sha1')
    .update(JSON.stringify([roomId, createdAt, people, named]))
    .digest('base64');
};

const haveSameIdentity = (some: KeptShow['results'], others: KeptShow['results']): boolean =>
  some.size === others.size && [...others].every(([gameId, { identity }]) => some.get(gameId)?.identity === identity);

const inOrder = (a: Result, b: Result): number => a.createdAt - b.createdAt || (a.gameId < b.gameId ? -1 : 1);

/** Which of the games of its room that have begun each one is, from 1. */
function roundsOf(results: readonly Result[]): ReadonlyMap<string, number> {
  const rounds = new Map<string, number>();
  const begun = new Map<string, number>();
  for (const { gameId, roomId } of results.toSorted(inOrder)) {
    const round = (begun.get(roomId) ?? 0) + 1;
    begun.set(roomId, round);
    rounds.set(gameId, round);
  }
  return rounds;
}

const SCORES: Readonly<Record<StandingsKind, (result: Result) => readonly GameScore[]>> = {
  players: ({ players }) =>
    players.map(([, id, name, points, right, wrong, isErased]) => ({
      ...{ id, name, points, right, wrong },
      // Others keep their places.
      ...(isErased && { isHidden: true as const }),
    })),
  teams: ({ roomId, teams }) =>
    teams.map(([number, name, points, right, wrong, key]) => ({
      ...{ id: teamIdOf(roomId, number, key), name },
      ...{ points, right, wrong },
    })),
};

/** Numbers of teams in the latest of these games in their room, by room and id. */
function numbersOf(results: readonly Result[]): (roomId: string, id: string) => string | undefined {
  const byRoom = Map.groupBy(results.toSorted(inOrder), ({ roomId }) => roomId);
  return (roomId, id) => {
    const numbers = (byRoom.get(roomId) ?? []).flatMap(({ teams }) =>
      teams.flatMap(([number, , , , , key]) => (teamIdOf(roomId, number, key) === id ? [number] : [])),
    );
    return numbers.at(-1)?.toString();
  };
}

const gameOf =
  (kind: StandingsKind) =>
  (result: Result): GameResults => ({
    gameId: result.gameId,
    roomId: result.roomId,
    createdAt: result.createdAt,
    questions: result.questions,
    scores: SCORES[kind](result),
  });

/** The seat in the first of these games stays the same when its player gets another name or user id. */
const KEYS: Readonly<Record<StandingsKind, (result: Result) => readonly (readonly [id: string, key: string])[]>> = {
  players: ({ gameId, players }) => players.map(([seat, id]) => [id, `${gameId} ${seat}`]),
  teams: (result) => SCORES.teams(result).map(({ id }) => [id, id]),
};

function tracesOf(
  results: readonly Result[],
  rounds: ReadonlyMap<string, number>,
  kind: StandingsKind,
  counting: Asked['counting'],
): ReadonlyMap<string, Trace> {
  const roundOf = ({ gameId }: Result) => rounds.get(gameId) ?? 0;
  const latest = results.reduce((most, result) => Math.max(most, roundOf(result)), 0);
  const earlier = results.filter((result) => roundOf(result) < latest);
  const before = new Map(standingsOf(earlier.map(gameOf(kind)), counting).map(({ id, rank }) => [id, rank]));
  const traces = new Map<string, Trace>();
  for (const result of results.toSorted(inOrder)) {
    for (const [id, key] of KEYS[kind](result)) {
      if (traces.has(id)) continue;
      const place = before.get(id);
      traces.set(id, { key, ...(place !== undefined && { before: place }) });
    }
  }
  return traces;
}
