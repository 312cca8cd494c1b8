import {
  type ReplyOf,
  RefusedError,
  type RequestOf,
  type Reveal,
  type revealStandings,
  SHOW_LIMITS,
  type showStandings,
} from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { requireOperator, requireReadingOperator } from '../shows/access.js';
import { ShowRow, type StoredReveal } from '../shows/show.entity.js';
import { keepFrozen, rankingOf, traced } from './ranking.js';

type Ranked = ReplyOf<typeof showStandings>['entries'][number];

const isRevealed = ({ best }: StoredReveal, place: number): boolean => best !== null && place >= best;

const isBegun = ({ awaits }: StoredReveal): boolean => awaits === undefined;

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

/**
 * Without what is not revealed yet. Entries that are not part of the reveal are shown below its last place. On a place of the
 * reveal they are hidden until all of it is revealed: a player who was removed from a game has another key from then on.
 */
export function withoutHidden(reveal: StoredReveal, ranked: readonly Ranked[]): Ranked[] {
  if (!isBegun(reveal)) return [];
  const places = new Map(reveal.entries.map(({ key, place }) => [key, place]));
  const worst = Math.max(...places.values());
  const isOver = isRevealed(reveal, Math.min(...places.values()));
  return ranked.flatMap((entry) => {
    const place = entry.key === undefined ? undefined : places.get(entry.key);
    if (place === undefined) return isOver || entry.rank > worst ? [entry] : [];
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
      return { reveal: await revealMore(database, bus, request) };
  }
}

/**
 * One that has begun goes on: of two operators who start it, the second one changes nothing. What was frozen for it is noted
 * before it is read, as the library no longer has what was frozen before, and is hidden until then.
 */
async function start(database: DataSource, bus: Bus, asked: RequestOf<typeof revealStandings>): Promise<Reveal> {
  const show = await frozenFor(database, bus, asked, Date.now());
  const { entries: ranked } = await traced(database.manager, bus, show);
  if (show.reveal !== null && isBegun(show.reveal)) return progressOf(show.reveal, ranked);
  const entries = firstOf(ranked, show.reveal?.awaits ?? asked.entries);
  const started = entries.length === 0 ? null : { ...rankingOf(show), entries, best: null };
  const isStored = await database.transaction(async (manager) => {
    const { showId, reveal, standingsFrozenAt } = await requireOperator(manager, asked);
    const isSame = standingsFrozenAt?.getTime() === show.standingsFrozenAt.getTime();
    if (!isSame || (reveal !== null && isBegun(reveal))) return false;
    await manager.update(ShowRow, { showId }, { reveal: started });
    return true;
  });
  // Another operator has started it, or frozen or released the standings.
  if (!isStored) return start(database, bus, { ...asked, isFresh: false });
  if (started === null) throw new RefusedError('standings-empty');
  return progressOf(started, ranked);
}

/** What was frozen after the operator asked is fresh enough. */
const frozenFor = (
  database: DataSource,
  bus: Bus,
  asked: RequestOf<typeof revealStandings>,
  askedAt: number,
): Promise<ShowRow & { standingsFrozenAt: Date }> =>
  database.transaction(async (manager) => {
    const show = await requireOperator(manager, asked);
    const { showId, reveal, standingsFrozenAt: before } = show;
    if (before === null) throw new RefusedError('standings-not-frozen');
    if (reveal !== null || !asked.isFresh || before.getTime() > askedAt) return { ...show, standingsFrozenAt: before };
    const standingsFrozenAt = new Date();
    await keepFrozen(bus, showId, standingsFrozenAt.getTime());
    const awaiting = { ...rankingOf(show), entries: [], best: null, awaits: asked.entries };
    await manager.update(ShowRow, { showId }, { standingsFrozenAt, reveal: awaiting });
    return { ...show, standingsFrozenAt, reveal: awaiting };
  });

/**
 * A place that is shared by more entries than were asked for is revealed as a whole if the stage has enough rows, else not
 * at all, unless it is the first one.
 */
function firstOf(ranked: readonly Ranked[], most: number): StoredReveal['entries'] {
  const asked = ranked.slice(0, most);
  const last = asked.at(-1)?.rank ?? 0;
  const whole = ranked.filter(({ rank }) => rank <= last);
  const better = ranked.filter(({ rank }) => rank < last);
  const cut = better.length > 0 ? better : asked;
  const chosen = whole.length <= SHOW_LIMITS.stageEntries ? whole : cut;
  return chosen.flatMap(({ key, rank }) => (key === undefined ? [] : [{ key, place: rank }]));
}

async function revealMore(
  database: DataSource,
  bus: Bus,
  { act, from, ...asked }: RequestOf<typeof revealStandings>,
): Promise<Reveal> {
  const show = await requireReadingOperator(database.manager, asked);
  // Its start has failed.
  if (show.reveal !== null && !isBegun(show.reveal))
    return start(database, bus, { ...asked, act, from, isFresh: false });
  // Before the event is locked: the library is waited for.
  const { entries: ranked } = await traced(database.manager, bus, show);
  return database.transaction(async (manager) => {
    const { showId, reveal } = await requireOperator(manager, asked);
    if (reveal === null) throw new RefusedError('standings-not-revealed');
    const { next } = progressOf(reveal, ranked);
    // Another operator was first.
    const isLate = !isBegun(reveal) || (act === 'next' && from !== reveal.best);
    const best = act === 'all' ? Math.min(...reveal.entries.map(({ place }) => place)) : next;
    if (best === null || isLate) return progressOf(reveal, ranked);
    const continued = { ...reveal, best };
    await manager.update(ShowRow, { showId }, { reveal: continued });
    return progressOf(continued, ranked);
  });
}
