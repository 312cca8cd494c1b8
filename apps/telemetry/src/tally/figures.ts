import type { Analytics } from '@earworm/contracts';
import type { Measure } from './measures.js';

/** What is told of every day. */
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
export const columns = (write: (column: string) => string = (column) => column): string =>
  FIGURES.map((figure) => write(`"${figure}"`)).join(', ');
