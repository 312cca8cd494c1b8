import {
  type ReplyOf,
  RefusedError,
  type RequestOf,
  type Reveal,
  type revealStandings,
  type showStandings,
} from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { requireOperator, requireReadingOperator } from '../shows/access.js';
import { ShowRow, type StoredReveal } from '../shows/show.entity.js';
import { keepFrozen, rankingOf, traced } from './ranking.js';

type Ranked = ReplyOf<typeof showStandings>['entries'][number];

const isRevealed = ({ best }: StoredReveal, place: number): boolean => best !== null && place >= best;

/** Whose game or person was erased since is left out; all others keep the places that they had. */
const withPlaces = <E extends Ranked>({ entries }: StoredReveal, ranked: readonly E[]): E[] => {
  const found = new Map(ranked.map((entry) => [entry.key, entry]));
  return entries.flatMap(({ key, place }) => {
    const entry = found.get(key);
    return entry === undefined ? [] : [{ ...entry, rank: place }];
  });
};

/** What of a ranking may be seen, in its order. */
export const revealedOf = <E extends Ranked>(reveal: StoredReveal, ranked: readonly E[]): E[] =>
  withPlaces(reveal, ranked).filter(({ rank }) => isRevealed(reveal, rank));

/** Without what is not revealed yet; those who are not among the entries of the reveal keep their places. */
export function withoutHidden(reveal: StoredReveal, ranked: readonly Ranked[]): Ranked[] {
  const places = new Map(reveal.entries.map(({ key, place }) => [key, place]));
  return ranked.flatMap((entry) => {
    const place = entry.key === undefined ? undefined : places.get(entry.key);
    if (place === undefined) return [entry];
    return isRevealed(reveal, place) ? [{ ...entry, rank: place }] : [];
  });
}

export function progressOf(reveal: StoredReveal, ranked: readonly Ranked[]): Reveal {
  const places = withPlaces(reveal, ranked).map(({ rank }) => rank);
  const hidden = places.filter((place) => !isRevealed(reveal, place));
  return { entries: places.length, best: reveal.best, next: hidden.length === 0 ? null : Math.max(...hidden) };
}

export async function revealByOperator(
  database: DataSource,
  bus: Bus,
  request: RequestOf<typeof revealStandings>,
): Promise<ReplyOf<typeof revealStandings>> {
  switch (request.act) {
    case 'start':
      return { reveal: await start(database, bus, request) };
    case 'end':
      return database.transaction(async (manager) => {
        const { showId } = await requireOperator(manager, request);
        await manager.update(ShowRow, { showId }, { reveal: null });
        return { reveal: null };
      });
    case 'next':
    case 'all':
      return { reveal: await advance(database, bus, request) };
  }
}

/** One that has begun goes on: of two operators who start it, the second one changes nothing. */
async function start(database: DataSource, bus: Bus, asked: RequestOf<typeof revealStandings>): Promise<Reveal> {
  const begun = await database.transaction(async (manager) => {
    const show = await requireOperator(manager, asked);
    const { showId, reveal, standingsFrozenAt } = show;
    if (standingsFrozenAt === null) throw new RefusedError('standings-not-frozen');
    const at = reveal === null && asked.isFresh ? new Date() : standingsFrozenAt;
    if (at !== standingsFrozenAt) await keepFrozen(bus, showId, at.getTime());
    const { entries: ranked } = await traced(manager, bus, { ...show, standingsFrozenAt: at });
    const started = reveal ?? { ...rankingOf(show), entries: firstOf(ranked, asked.entries), best: null };
    // Also without entries: the library no longer keeps what was frozen before.
    const isEmpty = started.entries.length === 0;
    await manager.update(ShowRow, { showId }, { standingsFrozenAt: at, reveal: isEmpty ? null : started });
    return isEmpty ? null : progressOf(started, ranked);
  });
  if (begun === null) throw new RefusedError('standings-empty');
  return begun;
}

const firstOf = (ranked: readonly Ranked[], most: number): StoredReveal['entries'] =>
  ranked.slice(0, most).flatMap(({ key, rank }) => (key === undefined ? [] : [{ key, place: rank }]));

async function advance(
  database: DataSource,
  bus: Bus,
  { act, from, ...asked }: RequestOf<typeof revealStandings>,
): Promise<Reveal> {
  // Before the event is locked: the library is waited for.
  const { entries: ranked } = await traced(
    database.manager,
    bus,
    await requireReadingOperator(database.manager, asked),
  );
  return database.transaction(async (manager) => {
    const { showId, reveal } = await requireOperator(manager, asked);
    if (reveal === null) throw new RefusedError('standings-not-revealed');
    const { next } = progressOf(reveal, ranked);
    // Another operator was first.
    const isLate = act === 'next' && from !== reveal.best;
    if (next === null || isLate) return progressOf(reveal, ranked);
    const best = act === 'all' ? Math.min(...reveal.entries.map(({ place }) => place)) : next;
    const advanced = { ...reveal, best };
    await manager.update(ShowRow, { showId }, { reveal: advanced });
    return progressOf(advanced, ranked);
  });
}
