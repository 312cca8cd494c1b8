/** Everything that is counted, in one table. */
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

/** The same by whole days of UTC, so that a month is thirty rows and not three thousand. Days of other zones need the quarters at both ends. */
export type DayMeasure = `${Measure}/day`;
export const byDay = (measure: Measure): DayMeasure => `${measure}/day`;
