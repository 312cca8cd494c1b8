import type { Analytics } from '@earworm/contracts';
import type { Measure } from './measures.js';

/** The figures of every day and hour. */
export type Figure = Exclude<keyof Analytics['days'][number], 'day'>;

/** What of everything that is counted is a figure of its day; `measure part` before `measure`. */
const FIGURE_OF: Partial<Record<string, Figure>> = {
  'sessions guest': 'guestSessions',
  'sessions registered': 'registeredSessions',
  views: 'views',
  'games-created': 'gamesCreated',
  'games-started': 'gamesStarted',
  'games-completed': 'gamesCompleted',
  joins: 'joins',
  presses: 'presses',
  'verdicts right': 'right',
  'verdicts wrong': 'wrong',
  'verdicts nobody': 'nobody',
  errors: 'errors',
};

export const figureOf = (measure: Measure, part: string): Figure | undefined =>
  FIGURE_OF[`${measure} ${part}`] ?? FIGURE_OF[measure];

/** The columns of `quarter_figures`, which are named alike. */
export const FIGURES: readonly Figure[] = Object.values(FIGURE_OF).filter((figure) => figure !== undefined);

/** Those that belong to a game: the columns of `game_figures`. */
export const GAME_FIGURES = [
  'gamesCreated',
  'gamesStarted',
  'gamesCompleted',
  'joins',
  'presses',
  'right',
  'wrong',
  'nobody',
] as const satisfies readonly Figure[];
export type GameFigure = (typeof GAME_FIGURES)[number];
export const isOfGames = (figure: Figure | undefined): figure is GameFigure =>
  (GAME_FIGURES as readonly (Figure | undefined)[]).includes(figure);

export const columns = (write: (column: string) => string = (column) => column): string =>
  FIGURES.map((figure) => write(`"${figure}"`)).join(', ');
