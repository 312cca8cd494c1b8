import {
  type linkShowStage,
  type lookAtShowStage,
  type lookAtStandings,
  type PublicStandings,
  type readShowStage,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type saveShowStage,
  SHOW_LIMITS,
  type ShowId,
  type ShowStage,
} from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import type { DataSource, EntityManager } from 'typeorm';
import { fits, hashOf, newSecret } from '../secrets.js';
import { findShow, requireOperator, requireReader } from '../shows/access.js';
import { sponsorLogoOf } from '../shows/facts.js';
import { ShowRow } from '../shows/show.entity.js';
import { rankingOf, traced } from './ranking.js';
import { progressOf, revealedOf } from './reveal.js';
import { shortName } from './short-name.js';

/** Enough for a link that opens what a wall shows; it keeps the QR code coarse. */
const PUBLIC_KEY_BYTES = 16;

/** What is seen of it: no place before it is revealed, not by operators either. */
async function shownOf(manager: EntityManager, bus: Bus, show: ShowRow) {
  const { entries: ranked, total, rounds } = await traced(manager, bus, show);
  const { reveal, name, standingsFrozenAt } = show;
  const facts = {
    ...{ name, ...rankingOf(show), total, rounds, frozenAt: standingsFrozenAt?.getTime() ?? null },
    reveal: reveal === null ? null : progressOf(reveal, ranked),
  };
  const shown = reveal === null ? ranked : revealedOf(reveal, ranked);
  return { facts, shown };
}

async function stageOf(manager: EntityManager, bus: Bus, show: ShowRow): Promise<ShowStage> {
  const { facts, shown } = await shownOf(manager, bus, show);
  const entries = shown
    .slice(0, SHOW_LIMITS.stageEntries)
    .map(({ rank, before = null, name, value, room: { number, name: roomName, group } }) => ({
      ...{ rank, before, name, value },
      room: { number, name: roomName, group },
    }));
  return { ...facts, entries, publicKey: show.publicStandings?.key ?? null, ...sponsorLogoOf(show) };
}

export async function readStage(
  { manager }: DataSource,
  bus: Bus,
  asked: RequestOf<typeof readShowStage>,
): Promise<ReplyOf<typeof readShowStage>> {
  const { show, role } = await requireReader(manager, asked);
  const { stageKind: kind, stageCounting: counting, publicStandings, stageKeyHash } = show;
  return {
    stage: await stageOf(manager, bus, show),
    settings: { kind, counting, publicNames: publicStandings?.names ?? null },
    ...{ isLinked: stageKeyHash !== null, role },
  };
}

export const saveStage = (
  database: DataSource,
  { settings: { kind, counting, publicNames: names }, ...asked }: RequestOf<typeof saveShowStage>,
): Promise<ReplyOf<typeof saveShowStage>> =>
  database.transaction(async (manager) => {
    const { showId, publicStandings: before } = await requireOperator(manager, asked);
    const publicStandings = names === null ? null : { key: before?.key ?? newSecret(PUBLIC_KEY_BYTES), names };
    await manager.update(ShowRow, { showId }, { stageKind: kind, stageCounting: counting, publicStandings });
    return { publicKey: publicStandings?.key ?? null };
  });

export const linkStage = (
  database: DataSource,
  { isLinked, ...asked }: RequestOf<typeof linkShowStage>,
): Promise<ReplyOf<typeof linkShowStage>> =>
  database.transaction(async (manager) => {
    const { showId } = await requireOperator(manager, asked);
    const key = isLinked ? newSecret() : null;
    await manager.update(ShowRow, { showId }, { stageKeyHash: key === null ? null : hashOf(key) });
    return { key };
  });

export async function lookAtStage(
  { manager }: DataSource,
  bus: Bus,
  { showId, key }: RequestOf<typeof lookAtShowStage>,
): Promise<ShowStage> {
  const show = await findOpen(manager, showId);
  if (!fits(key, show?.stageKeyHash ?? undefined) || show === null) throw new RefusedError('standings-link-unknown');
  return stageOf(manager, bus, show);
}

/** No more than this of anyone: place, name, what is counted, and the place before. */
export async function lookAtPublicStandings(
  { manager }: DataSource,
  bus: Bus,
  { showId, key }: RequestOf<typeof lookAtStandings>,
): Promise<PublicStandings> {
  const show = await findOpen(manager, showId);
  const published = show?.publicStandings ?? null;
  if (!fits(key, published === null ? undefined : hashOf(published.key)) || show === null || published === null)
    throw new RefusedError('standings-link-unknown');
  const { facts, shown } = await shownOf(manager, bus, show);
  // A team is no person.
  const isShort = published.names === 'short' && facts.kind === 'players';
  const entries = shown.map(({ rank, before = null, name, value }) => ({
    ...{ rank, before, value, name: isShort ? shortName(name) : name },
  }));
  return { ...facts, entries };
}

const findOpen = async (manager: EntityManager, showId: ShowId): Promise<ShowRow | null> => {
  const show = await findShow(manager, showId);
  return show?.deletedAt === null ? show : null;
};
