import { beforeEach } from '@jest/globals';
import type { GameResult, RouteReply } from '@earworm/contracts';
import { within } from '@testing-library/react';
import { signInAs } from '../../../testing/render.js';
import { NOW } from '../../../testing/user-actions.js';

beforeEach(() => signInAs({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] }));

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** A read that failed is tried once more after a second. */
export const SECOND_TRY_MS = 1_000;

export const addressNow = () => `${location.pathname}${location.search}`;
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
/** The texts of a table's cells, without its heading. */
export const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1).map(cellsOf);

/** A line of a CSV whose cells contain no comma. */
export const quoted = (line: string) =>
  line
    .split(',')
    .map((cell) => `"${cell}"`)
    .join(',');

const FIGURES_OF_NO_DAY = { guestSessions: 0, registeredSessions: 0, views: 0, gamesCreated: 0, gamesStarted: 0 };
export const NO_FIGURES: RouteReply<'analytics'> = {
  span: { from: NOW - DAY, to: NOW },
  days: [
    {
      ...{ day: '2026-04-30', ...FIGURES_OF_NO_DAY, gamesCompleted: 0, joins: 0, presses: 0 },
      ...{ right: 0, wrong: 0, nobody: 0, errors: 0 },
    },
  ],
  users: [],
  sessionLengths: [],
  playersPerGame: [],
  timeToPress: { first: [], every: [] },
  missed: [],
  paths: [],
  errors: [],
  countedUntil: null,
  feedback: { bug: 0, feature: 0, general: 0 },
  templateUse: { days: [], templates: [] },
};

export const RESULT: GameResult = {
  ...{ gameId: 'game-DDDDDD', gameCode: 'DDDDDD', status: 'completed', moderatorName: 'Ruth', playerCount: 0 },
  ...{ createdAt: NOW, completedAt: NOW, standings: [], questions: [] },
};
