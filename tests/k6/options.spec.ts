import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../harness/root.js';
import { readOptions } from './options.js';
import { SCENARIO_NAMES, scenarioOf } from './scenarios.js';

describe('options of npm run k6', () => {
  it('accept a scenario, an address and parameters', () => {
    const argv = ['steady-show', '--url', 'http://one.example/', '--option', 'rate=50', '--option', 'buzzP99Ms=80'];
    expect(readOptions(argv)).toMatchObject({
      ...{ url: 'http://one.example', kubernetes: null },
      runs: [{ scenario: 'steady-show', out: 'load-k6-steady-show', parameters: { rate: '50', buzzP99Ms: '80' } }],
    });
  });

  it('accept all scenarios at once, each with the parameters that it has', () => {
    const argv = ['all', '--out', 'release', '--option', 'seconds=20', '--option', 'storms=1'];
    const { runs } = readOptions(argv);
    expect(runs.map(({ scenario, out }) => [scenario, out])).toEqual(
      SCENARIO_NAMES.map((name) => [name, join('release', name)]),
    );
    const parametersOf = (name: string) => runs.find(({ scenario }) => scenario === name)?.parameters;
    expect(parametersOf('soak')).toEqual({ seconds: '20' });
    expect(parametersOf('reconnect-storm')).toEqual({ storms: '1' });
    expect(parametersOf('join-storm')).toEqual({});
  });

  it('accept a Kubernetes release', () => {
    const argv = ['smoke', '--kubernetes', '--release', 'quiz', '--namespace', 'events'];
    expect(readOptions(argv).kubernetes).toEqual({ release: 'quiz', namespace: 'events' });
  });

  it.each([
    ['no scenario', [], 'Name one scenario, or all:'],
    ['an unknown scenario', ['rush'], 'Name one scenario, or all:'],
    ['--help', ['--help'], 'Name one scenario, or all:'],
    ['two scenarios', ['smoke', 'soak'], 'Name one scenario, or all:'],
    ['an option of another scenario', ['smoke', '--option', 'storms=2'], 'smoke has no option storms; it has vus, '],
    ['an option of no scenario', ['all', '--option', 'speed=2'], 'No scenario has an option speed.'],
    ['an option without a value', ['smoke', '--option', 'games'], '--option is name=value.'],
    ['an option that is not a number', ['smoke', '--option', 'games=all'], 'games is a number, 0 or more.'],
    ['an address that is none', ['smoke', '--url', 'nowhere'], '--url is the address of a server.'],
  ])('refuse %s', (_, argv, message) => {
    expect(() => readOptions(argv)).toThrow(message);
  });
});

describe('docs/runbooks/load-test.md', () => {
  const rows = readFileSync(join(ROOT, 'docs/runbooks/load-test.md'), 'utf8').split('\n');

  it.each(SCENARIO_NAMES)('lists %s with its thresholds and their defaults', (name) => {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` `));
    const limits = Object.entries(scenarioOf(name).parameters).filter(([parameter]) => parameter.endsWith('Ms'));
    for (const [parameter, value] of limits) expect(row).toContain(`\`${parameter}=${value}\``);
    expect(row).toBeDefined();
  });
});
