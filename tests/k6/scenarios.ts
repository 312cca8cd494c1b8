import { PATHS } from '@earworm/contracts';

/** What k6 plays, and what must hold of it. Read by the script inside k6 and by the program that runs it. */
export interface Scenario {
  readonly what: string;
  /** Numbers that `--option name=value` changes, with their defaults. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Expressions of k6 by metric; `{name}` stands for a parameter in ms and becomes seconds. */
  readonly thresholds: Readonly<Record<string, readonly string[]>>;
}

const none = ['count==0'];
/** Of every game that is played, however slow the server is. */
const NOTHING_WRONG = {
  lost: none,
  doubled: none,
  foreign: none,
  unseen: none,
  stuck: none,
  failed: none,
} as const;
const PLAYED = { ...NOTHING_WRONG, accepted: ['count>0'] } as const;
const buzzWithin = (parameter: string) => [`p(99)<{${parameter}}`];

/**
 * `vus`: k6 runs each on at most one core; the games are spread over them. `forwarded=1`: each phone
 * has a separate address in X-Forwarded-For, used where the server trusts this machine as a proxy. `pages=0`: phones
 * arrive without loading the page and its files.
 */
const COMMON = { vus: 4, forwarded: 0, pages: 1 } as const;

const SCENARIOS = {
  smoke: {
    what: 'two small games: whether everything works at all',
    parameters: { ...COMMON, vus: 1, games: 2, players: 3, rate: 5, warmUp: 0, seconds: 5 },
    thresholds: PLAYED,
  },
  'join-storm': {
    what: 'all players of an event sign in, connect and take a seat within seconds',
    parameters: { ...COMMON, games: 100, players: 20, joinsPerSecond: 400, joinP99Ms: 500 },
    thresholds: { ...NOTHING_WRONG, turned_away: none, join_seconds: ['p(99)<{joinP99Ms}'] },
  },
  'steady-show': {
    what: 'many rooms play at a steady rate',
    parameters: { ...COMMON, games: 100, players: 20, rate: 200, warmUp: 5, seconds: 60, buzzP99Ms: 50 },
    thresholds: { ...PLAYED, gateway_buzz_seconds: buzzWithin('buzzP99Ms') },
  },
  'many-games': {
    what: 'hundreds of small rooms: a buzz takes as long as with a few',
    parameters: { ...COMMON, games: 500, players: 5, rate: 500, warmUp: 5, seconds: 60, buzzP99Ms: 50 },
    thresholds: { ...PLAYED, gateway_buzz_seconds: buzzWithin('buzzP99Ms') },
  },
  'big-room': {
    what: 'one room of thousands, and other rooms that must not notice it',
    parameters: {
      ...{ forwarded: 0, pages: 1, players: 2_000, rate: 10, warmUp: 5, seconds: 30, buzzP99Ms: 60 },
      ...{ otherGames: 20, otherPlayers: 20, otherRate: 100, otherSeconds: 60, otherP99Ms: 60 },
    },
    thresholds: {
      ...PLAYED,
      'gateway_buzz_seconds{scenario:room}': buzzWithin('buzzP99Ms'),
      'gateway_buzz_seconds{scenario:others}': buzzWithin('otherP99Ms'),
    },
  },
  'reconnect-storm': {
    what: 'all sockets of many games close at once and reconnect, while other games play',
    parameters: {
      ...{ ...COMMON, games: 100, players: 19, storms: 3, everySeconds: 15, seatingSeconds: 30, backWithinMs: 3_000 },
      ...{ otherGames: 10, otherPlayers: 20, otherRate: 200, otherP99Ms: 100 },
    },
    thresholds: {
      ...PLAYED,
      reconnect_seconds: ['max<{backWithinMs}'],
      'gateway_buzz_seconds{phase:storm}': buzzWithin('otherP99Ms'),
    },
  },
  soak: {
    what: 'a long evening: what grows slowly shows',
    parameters: { ...COMMON, games: 50, players: 20, rate: 50, warmUp: 10, seconds: 3_600, buzzP99Ms: 50 },
    thresholds: { ...PLAYED, gateway_buzz_seconds: buzzWithin('buzzP99Ms') },
  },
  'sign-in-storm': {
    what: 'guests sign in at a fixed rate, whether or not those before are in',
    parameters: { forwarded: 0, pages: 1, signInsPerSecond: 100, seconds: 30, signInP99Ms: 500 },
    thresholds: {
      turned_away: none,
      failed: none,
      dropped_iterations: none,
      [`gateway_http_seconds{route:${PATHS.guest.method} ${PATHS.guest.path}}`]: ['p(99)<{signInP99Ms}'],
    },
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[];

export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(SCENARIOS, name);
export const scenarioOf = (name: ScenarioName): Scenario => SCENARIOS[name];

/** As k6 takes a parameter: `-e BUZZ_P99_MS=80`. */
export const variableOf = (parameter: string): string =>
  parameter.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Throws an Error with one sentence about the first that is not a number. */
export function parametersFrom(
  { parameters }: Scenario,
  given: (name: string) => string | undefined,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, standard]) => {
      const text = given(name);
      const value = text === undefined || text === '' ? standard : Number(text);
      if (!(value >= 0 && Number.isFinite(value))) throw new Error(`${name} is a number, 0 or more.`);
      return [name, value];
    }),
  );
}

/** The thresholds as k6 takes them, each limit filled in. */
export function thresholdsOf(
  { thresholds }: Scenario,
  parameters: Readonly<Record<string, number>>,
): Record<string, string[]> {
  const fill = (expression: string) =>
    expression.replace(/\{(\w+)\}/, (_, name: string) => String((parameters[name] ?? NaN) / 1_000));
  return Object.fromEntries(Object.entries(thresholds).map(([metric, expressions]) => [metric, expressions.map(fill)]));
}
