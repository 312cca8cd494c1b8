import {
  type GameResult,
  Room,
  RoomResult,
  ShowDetail,
  ShowFacts,
  type ShowLogo,
  ShowSummary,
  STARTER_TEMPLATE,
  type TemplateSummary,
} from '@earworm/contracts';
import { NOW } from './user-actions.js';

export const SHOW = '0b2f4a5e-6c1d-4e8f-9a3b-7d5c1e2f3a4b';
const DAY = 86_400_000;

/** A valid id of the nth room or event. */
export const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const facts = (more: Partial<ShowFacts> = {}): ShowFacts =>
  ShowFacts.parse({
    ...{ name: 'Company night', startsAt: NOW + 7 * DAY, timeZone: 'Europe/Berlin', place: 'Lyon', peoplePerRoom: 20 },
    ...more,
  });

const NONE = { planned: 0, preparing: 0, ready: 0, failed: 0 };

export const aSummary = (n: number, more: Partial<ShowSummary> = {}): ShowSummary =>
  ShowSummary.parse({
    ...{ showId: uuidOf(n), name: `Event ${n}`, startsAt: NOW + 7 * DAY, timeZone: 'Europe/Berlin', place: '' },
    ...{ role: 'operator', counts: NONE, deletedAt: null },
    ...more,
  });

export const aShow = (more: Partial<Omit<ShowDetail, 'counts'>> & { counts?: Partial<ShowDetail['counts']> } = {}) =>
  ShowDetail.parse({
    ...{ showId: SHOW, version: 3, facts: facts(), role: 'operator', isOpen: true, createdAt: NOW, deletedAt: null },
    ...{ quota: { rooms: 30, people: 600 }, networks: null, logo: null },
    staff: [
      { userId: 'ines', name: 'Ines', role: 'operator', isOwner: true, since: NOW },
      { userId: 'paul', name: 'Paul', role: 'viewer', isOwner: false, since: NOW },
    ],
    ...more,
    counts: { ...NONE, ...more.counts },
  });

export const aRoom = (n: number, more: Partial<Record<keyof Room, unknown>> = {}): Room =>
  Room.parse({
    ...{ ownId: `LYO-${n}`, number: n, name: `Room ${n}`, group: '', templateId: null, language: null },
    ...{ startsAt: null, crewEmails: [], teams: [], roomId: uuidOf(n), state: 'ready', code: null },
    ...{ gameId: `game-${n}`, gameCode: `K7WQ${String(n % 100).padStart(2, '4')}` },
    ...more,
  });

/** One that an operator can choose for rooms. */
export const aTemplate = (title: string): TemplateSummary => ({
  ...{ templateId: STARTER_TEMPLATE, title, description: '', language: null, tags: [] },
  ...{ ownerName: 'Ines', isHouse: false, mine: true, publishedAt: null, takenDown: null },
  ...{ categoryCount: 3, questionCount: 30, useCount: 0, createdAt: NOW, updatedAt: NOW },
});

export const A_LOGO: ShowLogo = {
  ...{ path: `/api/events/${SHOW}/logo/${'ab'.repeat(16)}`, width: 400, height: 200 },
};

/** Of the first game of the nth room, or of another round; without facts of a game there is none. */
export const aResult = (n: number, game: Partial<GameResult> | null = {}, round = 1): RoomResult =>
  RoomResult.parse({
    room: { roomId: uuidOf(n), ownId: `LYO-${n}`, number: n, name: `Room ${n}`, group: '', startsAt: null },
    ...(game === null ? { round: 0, gameId: null, result: null } : { round, gameId: `game-${n}-${round}` }),
    ...(game !== null && {
      result: {
        ...{ gameId: `game-${n}-${round}`, gameCode: 'K7WQ4M', status: 'completed', moderatorName: 'Cem' },
        ...{ createdAt: NOW, completedAt: NOW, playerCount: 0, unplayed: 0, standings: [], changes: [], questions: [] },
        ...game,
      },
    }),
  });
