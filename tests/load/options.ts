import { parseArgs } from 'node:util';

const LAYOUTS = ['standalone', 'services', 'floor'] as const;

export interface LoadOptions {
  readonly games: number;
  /** Per game, besides its moderator. */
  readonly players: number;
  /** Buzzes a second over all games. */
  readonly rate: number;
  /** Measured time; the warm-up comes before it. */
  readonly seconds: number;
  readonly warmUp: number;
  /** Of a server that runs already; otherwise one is started. */
  readonly url: string | null;
  readonly json: boolean;
  /**
   * What is started: everything in one process, or every service as a separate process on NATS, or a bare program of
   * the same path, which measures what the machine can do.
   */
  readonly layout: (typeof LAYOUTS)[number];
  /** Of the standalone layout: `npm start -- --cores N`. */
  readonly cores: number;
  /** Of the services layout. */
  readonly gateways: number;
  readonly gameReplicas: number;
  /** Buzzes count by when they were touched; only where the log can be read. */
  readonly corrected?: boolean;
  /** Into which the players of each game are dealt, and of which each buzzes once on a question; default: none. */
  readonly teams?: number;
  /** On one question, before the moderator turns over; default: two thirds of the players. */
  readonly buzzesPerQuestion?: number;
}

const NUMBERS = {
  games: { standard: 100, least: 1, most: 5_000 },
  players: { standard: 20, least: 2, most: 5_000 },
  rate: { standard: 1_000, least: 1, most: 20_000 },
  seconds: { standard: 20, least: 1, most: 3_600 },
  'warm-up': { standard: 5, least: 0, most: 600 },
  cores: { standard: 1, least: 1, most: 16 },
  gateways: { standard: 1, least: 1, most: 16 },
  'games-replicas': { standard: 1, least: 1, most: 16 },
} as const;

const usage = (): string =>
  [
    'Options, with their defaults:',
    ...Object.entries(NUMBERS).map(
      ([name, { standard, least, most }]) => `  --${name}=${standard} (${least} to ${most})`,
    ),
    `  --layout=standalone (${LAYOUTS.join(', ')})`,
    '  --url URL  a server that runs already',
    '  --json     the result for programs',
  ].join('\n');

/** Throws an Error with one sentence about the first option that is not understood. */
export function readOptions(argv: readonly string[]): LoadOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      games: text,
      players: text,
      rate: text,
      seconds: text,
      'warm-up': text,
      url: text,
      layout: text,
      cores: text,
      gateways: text,
      'games-replicas': text,
      ...{ json: { type: 'boolean' }, help: { type: 'boolean' } },
    },
  });
  if (values.help) throw new Error(usage());
  const number = (name: keyof typeof NUMBERS): number => {
    const { standard, least, most } = NUMBERS[name];
    const value = values[name] === undefined ? standard : Number(values[name]);
    if (!(value >= least && value <= most)) throw new Error(`--${name} is a number from ${least} to ${most}.`);
    return value;
  };
  if (values.url !== undefined && !URL.canParse(values.url)) throw new Error('--url is the address of a server.');
  const layout = LAYOUTS.find((each) => each === (values.layout ?? 'standalone'));
  if (layout === undefined) throw new Error(`--layout is one of ${LAYOUTS.join(', ')}.`);
  return {
    games: number('games'),
    players: number('players'),
    rate: number('rate'),
    seconds: number('seconds'),
    warmUp: number('warm-up'),
    url: values.url?.replace(/\/+$/, '') ?? null,
    json: values.json ?? false,
    layout,
    cores: number('cores'),
    gateways: number('gateways'),
    gameReplicas: number('games-replicas'),
  };
}

export const DEFAULT_OPTIONS: LoadOptions = readOptions([]);
