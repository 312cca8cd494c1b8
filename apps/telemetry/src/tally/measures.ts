import type { Analytics } from '@earworm/contracts';

export type Measure =
  | 'sessions'
  | 'session-seconds'
  | 'session-length'
  | 'views'
  | 'errors'
  | 'games-created'
  | 'games-started'
  | 'games-completed'
  | 'joins'
  | 'players'
  | 'presses'
  | 'first-press-ms'
  | 'press-ms'
  | 'verdicts';

/** Summed by days of UTC, so that a month is thirty rows. Days of other zones need quarters of an hour at both ends. */
export type DayMeasure = `${Measure}/day`;
export const byDay = (measure: Measure): DayMeasure => `${measure}/day`;

export type Figure = Exclude<keyof Analytics['days'][number], 'day'>;

/** By `measure part`, else by `measure`. */
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

/** The columns of `quarter_figures`. */
export const FIGURES: readonly Figure[] = Object.values(FIGURE_OF).filter((figure) => figure !== undefined);

/** The columns of `game_figures`. */
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
export const isGameFigure = (figure: Figure | undefined): figure is GameFigure =>
  GAME_FIGURES.some((each) => each === figure);
