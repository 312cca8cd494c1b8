import { SourceTextModule, SyntheticModule, createContext } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { bundle } from './bundle.js';
import { isScenario, SCENARIO_NAMES, type ScenarioName } from './scenarios.js';

const NOTHING_WRONG = Object.fromEntries(
  ['lost', 'doubled', 'foreign', 'unseen', 'stuck', 'failed'].map((counter) => [counter, ['count==0']]),
);
const PLAYED = { ...NOTHING_WRONG, accepted: ['count>0'] };
const every = (vus: number) => ({ iterations: [`count==${vus}`] });

/** What k6 is asked to run, and what it judges, by default. */
const EXPECTED: Record<ScenarioName, { executors: Record<string, string>; thresholds: Record<string, string[]> }> = {
  smoke: { executors: { show: 'play × 1' }, thresholds: { ...PLAYED, ...every(1) } },
  'join-storm': {
    executors: { joins: 'join × 4' },
    thresholds: { ...NOTHING_WRONG, ...every(4), turned_away: ['count==0'], join_seconds: ['p(99)<0.5'] },
  },
  'steady-show': {
    executors: { show: 'play × 4' },
    thresholds: { ...PLAYED, ...every(4), gateway_buzz_seconds: ['p(99)<0.05'] },
  },
  'many-games': {
    executors: { show: 'play × 4' },
    thresholds: { ...PLAYED, ...every(4), gateway_buzz_seconds: ['p(99)<0.05'] },
  },
  'big-room': {
    executors: { room: 'room × 1', others: 'others × 1' },
    thresholds: {
      ...PLAYED,
      ...every(2),
      'gateway_buzz_seconds{scenario:room}': ['p(99)<0.06'],
      'gateway_buzz_seconds{scenario:others}': ['p(99)<0.06'],
    },
  },
  'reconnect-storm': {
    executors: { reconnecting: 'reconnecting × 4', others: 'besideStorm × 1' },
    thresholds: {
      ...PLAYED,
      ...every(5),
      reconnect_seconds: ['max<3'],
      'gateway_buzz_seconds{phase:storm}': ['p(99)<0.1'],
    },
  },
  soak: {
    executors: { show: 'play × 4' },
    thresholds: { ...PLAYED, ...every(4), gateway_buzz_seconds: ['p(99)<0.05'] },
  },
  'sign-in-storm': {
    executors: { guests: 'signIn × 100' },
    thresholds: {
      ...{ turned_away: ['count==0'], failed: ['count==0'], dropped_iterations: ['count==0'] },
      'gateway_http_seconds{route:POST /api/identity/guest}': ['p(99)<0.5'],
    },
  },
};

interface Loaded {
  readonly options: {
    readonly scenarios: Record<string, { exec: string; vus?: number; preAllocatedVUs?: number }>;
    readonly thresholds: Record<string, string[]>;
  };
  readonly [name: string]: unknown;
}

const Metric = class {};
/** What the script may import: k6's own modules, none of which does anything before the run begins. */
const K6: Record<string, Record<string, unknown>> = {
  'k6/encoding': { b64decode: undefined },
  'k6/execution': { default: {} },
  'k6/http': { default: {} },
  'k6/metrics': { Counter: Metric, Trend: Metric },
  'k6/websockets': { WebSocket: undefined },
};

let script: string;
beforeAll(async () => {
  script = await bundle();
});

/** The script as k6 reads it before a run. */
async function load(env: Record<string, string>): Promise<Loaded> {
  const context = createContext({ __ENV: env });
  const module = new SourceTextModule(script, { context });
  await module.link((name) => {
    const exports = K6[name];
    if (exports === undefined) throw new Error(`the script imports ${name}`);
    const stand = new SyntheticModule(
      Object.keys(exports),
      () => Object.entries(exports).forEach(([key, value]) => stand.setExport(key, value)),
      { context },
    );
    return stand;
  });
  await module.evaluate();
  return module.namespace as Loaded;
}

describe('k6 script', () => {
  it.each(SCENARIO_NAMES)('runs %s with the executors and thresholds of the table', async (name) => {
    const loaded = await load({ SCENARIO: name });
    const { scenarios, thresholds } = loaded.options;
    const executors = Object.entries(scenarios).map(([key, { exec, vus, preAllocatedVUs }]) => {
      expect(typeof loaded[exec]).toBe('function');
      return [key, `${exec} × ${vus ?? preAllocatedVUs}`];
    });
    expect({ executors: Object.fromEntries(executors) as object, thresholds: { ...thresholds } }).toEqual(
      EXPECTED[name],
    );
  });

  it('reads parameters and thresholds from its environment', async () => {
    const { options } = await load({ SCENARIO: 'soak', VUS: '2', BUZZ_P99_MS: '80' });
    expect(options.scenarios['show']?.vus).toBe(2);
    expect(options.thresholds['gateway_buzz_seconds']).toEqual(['p(99)<0.08']);
  });

  it('refuses a parameter that is not a number', async () => {
    await expect(load({ SCENARIO: 'soak', GAMES: 'many' })).rejects.toThrow('games is a number, 0 or more.');
  });

  it('refuses an unknown scenario', async () => {
    expect(isScenario('toString')).toBe(false);
    await expect(load({ SCENARIO: 'toString' })).rejects.toThrow('SCENARIO is one of smoke, ');
  });

  it('omits the schema library, which each virtual user would load', () => {
    expect(script).not.toContain('ZodError');
  });
});
