import { teamKeyId } from '../teams.js';

/** What one player or team did in one game. */
export interface GameScore {
  /** Of a player the user id; of a team what it is known by in all games of the event. */
  readonly id: string;
  readonly name: string;
  readonly points: number;
  /** Verdicts, without those that were undone. */
  readonly right: number;
  readonly wrong: number;
  /** It counts for the places of others, and is not ranked: of a person who was erased. */
  readonly isHidden?: true;
}

/** The result of one game, so far or in the end. */
export interface GameResults {
  readonly gameId: string;
  readonly roomId: string;
  /** When the game was created, in ms since the epoch. */
  readonly createdAt: number;
  /** Questions that were played to their end: answered, or marked unanswered. */
  readonly questions: number;
  readonly scores: readonly GameScore[];
}

/**
 * `points`: the sum over all games. `average`: points by question that was played to its end in these games. `places`: for each
 * game as many points as it has entries with the same or a lower place, so the first of N gets N and the last one 1.
 */
export const COUNTINGS = ['points', 'average', 'places'] as const;
export type Counting = (typeof COUNTINGS)[number];

export interface Standing extends Omit<GameScore, 'isHidden'> {
  /** From 1. Entries that are level share one, and the next place is left out: 1, 2, 2, 4. */
  readonly rank: number;
  /** What it is ranked by first: points, points by question, or points for places. */
  readonly value: number;
  /** Games in which it took part. */
  readonly games: number;
  /** Of its last game, as the name is. */
  readonly roomId: string;
}

/** What a team of a game is known by in all games of its event: its key, or its number in its room. */
export const teamIdOf = (roomId: string, number: number, key: string | null): string =>
  key === null ? `${roomId} ${number}` : `key ${teamKeyId(key)}`;

/** In which of so many rooms the one at this place goes, both from 0: dealt from the first to the last and back, so that all are as strong. */
export function snakeRoom(place: number, rooms: number): number {
  const [lap, at] = [Math.floor(place / rooms), place % rooms];
  return lap % 2 === 0 ? at : rooms - 1 - at;
}

type Counted = Pick<GameScore, 'points' | 'right' | 'wrong'>;

/** More points first, then more right answers, then fewer wrong ones. */
const byScore = (a: Counted, b: Counted): number => b.points - a.points || b.right - a.right || a.wrong - b.wrong;

/** The places of a sorted list: entries that are level share one. */
function placesOf<T>(sorted: readonly T[], compare: (a: T, b: T) => number): number[] {
  const places: number[] = [];
  for (const [index, one] of sorted.entries()) {
    const isLevel = index > 0 && compare(sorted[index - 1]!, one) === 0;
    places.push(isLevel ? places[index - 1]! : index + 1);
  }
  return places;
}

/** What the place in this game is worth, by id. */
function placePoints({ scores }: GameResults): ReadonlyMap<string, number> {
  const sorted = [...scores].sort(byScore);
  const places = placesOf(sorted, byScore);
  return new Map(sorted.map(({ id }, index) => [id, sorted.length + 1 - places[index]!]));
}

interface Tally {
  points: number;
  right: number;
  wrong: number;
  games: number;
  questions: number;
  places: number;
  /** Whose name and room count. */
  last: GameResults;
  name: string;
}

const isLater = (one: GameResults, other: GameResults): boolean =>
  one.createdAt > other.createdAt || (one.createdAt === other.createdAt && one.gameId > other.gameId);

const VALUES: Readonly<Record<Counting, (tally: Tally) => number>> = {
  points: ({ points }) => points,
  average: ({ points, questions }) => (questions === 0 ? 0 : points / questions),
  places: ({ places }) => places,
};

/**
 * The ranking over these games, in whichever order they are given. Entries with the same id are one. Ranked by `value`, then points,
 * right answers and fewer wrong answers; those who are still level share a place, listed by id.
 */
export function standingsOf(games: readonly GameResults[], by: Counting): readonly Standing[] {
  const tallies = new Map<string, Tally>();
  for (const game of games) {
    const places = by === 'places' ? placePoints(game) : null;
    for (const { id, name, points, right, wrong, isHidden } of game.scores) {
      if (isHidden === true) continue;
      const tally = tallies.get(id) ?? newTally(game, name);
      tallies.set(id, tally);
      tally.points += points;
      tally.right += right;
      tally.wrong += wrong;
      tally.games += 1;
      tally.questions += game.questions;
      tally.places += places?.get(id) ?? 0;
      if (isLater(game, tally.last)) Object.assign(tally, { last: game, name });
    }
  }
  const valueOf = VALUES[by];
  // Tens of thousands of them, once a second: none is copied.
  const entries = [...tallies].map(([id, tally]): { -readonly [Field in keyof Standing]: Standing[Field] } => {
    const { name, points, right, wrong, games: played, last } = tally;
    return { rank: 0, id, name, points, right, wrong, value: valueOf(tally), games: played, roomId: last.roomId };
  });
  const compare = (a: (typeof entries)[number], b: (typeof entries)[number]) => b.value - a.value || byScore(a, b);
  entries.sort((a, b) => compare(a, b) || (a.id < b.id ? -1 : 1));
  for (const [index, rank] of placesOf(entries, compare).entries()) entries[index]!.rank = rank;
  return entries;
}

/** One literal: objects that are spread together take several times as long. */
const newTally = (last: GameResults, name: string): Tally => {
  return { points: 0, right: 0, wrong: 0, games: 0, questions: 0, places: 0, last, name };
};
