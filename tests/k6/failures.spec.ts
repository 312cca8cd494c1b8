import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Missing } from '../load/layout.js';
import { failuresOf } from './failures.js';
import type { ScenarioRun } from './options.js';
import type { ScenarioName } from './scenarios.js';

const NAMES: readonly ScenarioName[] = ['smoke', 'join-storm', 'steady-show'];
const RUNS: readonly ScenarioRun[] = NAMES.map((scenario) => ({ scenario, parameters: {}, out: scenario }));

describe('scenarios played one after the other', () => {
  let printed: jest.SpiedFunction<typeof console.error>;
  beforeEach(() => {
    printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => printed.mockRestore());

  const played = async (outcomeOf: (name: ScenarioName) => boolean, signal = new AbortController().signal) => {
    const names: ScenarioName[] = [];
    const failures = await failuresOf(
      RUNS,
      async ({ scenario }) => {
        names.push(scenario);
        return outcomeOf(scenario);
      },
      signal,
    );
    return { names, failures };
  };

  it('continue after one that throws, which has failed', async () => {
    const { names, failures } = await played((name) => {
      if (name === 'smoke') throw new Error('the server did not start');
      return name !== 'steady-show';
    });
    expect(names).toEqual(NAMES);
    expect(failures).toEqual(['smoke', 'steady-show']);
    expect(printed.mock.calls).toEqual([['smoke: the server did not start']]);
  });

  it('end at once where something is missing', async () => {
    const missing = new Missing('There is no k6 here.');
    const names: ScenarioName[] = [];
    const outcome = played((name) => {
      names.push(name);
      throw missing;
    });
    await expect(outcome).rejects.toBe(missing);
    expect(names).toEqual(['smoke']);
  });

  it('end with the one that a signal interrupts', async () => {
    const called = new AbortController();
    const { names, failures } = await played(() => {
      called.abort();
      return false;
    }, called.signal);
    expect({ names, failures }).toEqual({ names: ['smoke'], failures: ['smoke'] });
  });
});
