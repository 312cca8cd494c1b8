import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isScenario, parametersFrom, SCENARIO_NAMES, scenarioOf, type ScenarioName } from './scenarios.js';

export interface ScenarioRun {
  readonly scenario: ScenarioName;
  /** Of the scenario, as given on the command line; the others keep their defaults. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Where the summaries go. */
  readonly out: string;
}

export interface K6Options {
  /** One after the other. */
  readonly runs: readonly ScenarioRun[];
  /** Of a server that runs already; otherwise one is started for each, or the release's gateway is found. */
  readonly url: string | null;
  readonly layout: string;
  /** Runs as a Job beside this release. */
  readonly kubernetes: { readonly release: string; readonly namespace: string | null } | null;
}

/** Throws an Error with one sentence about the first option that is not understood. */
export function readOptions(argv: readonly string[]): K6Options {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      ...{ url: text, out: text, layout: text, release: text, namespace: text, kubernetes: { type: 'boolean' } },
      help: { type: 'boolean' },
      option: { type: 'string', multiple: true },
    },
  });
  const [name = '', more] = positionals;
  const names = name === 'all' ? SCENARIO_NAMES : isScenario(name) ? [name] : [];
  if (names.length === 0 || more !== undefined || values.help)
    throw new Error(`Name one scenario, or all:\n${SCENARIO_NAMES.map(described).join('\n')}`);
  if (values.url !== undefined && !URL.canParse(values.url)) throw new Error('--url is the address of a server.');
  const parameters = Object.fromEntries((values.option ?? []).map(assignment));
  const out = values.out ?? `load-k6-${name}`;
  const runs = names.map((scenario) => ({
    scenario,
    parameters: parametersOf(scenario, parameters, names.length > 1),
    out: names.length > 1 ? join(out, scenario) : out,
  }));
  for (const given of Object.keys(parameters)) {
    if (!runs.some((run) => Object.hasOwn(run.parameters, given)))
      throw new Error(`No scenario has an option ${given}.`);
  }
  return {
    runs,
    url: values.url?.replace(/\/+$/, '') ?? null,
    layout: values.layout ?? 'standalone',
    kubernetes: values.kubernetes
      ? { release: values.release ?? 'earworm', namespace: values.namespace ?? null }
      : null,
  };
}

/** Throws an Error for one that it does not have, unless others may have it. */
function parametersOf(
  name: ScenarioName,
  given: Readonly<Record<string, string>>,
  mayBeOfOthers: boolean,
): Record<string, string> {
  const { parameters: known } = scenarioOf(name);
  const own = Object.fromEntries(Object.entries(given).filter(([parameter]) => Object.hasOwn(known, parameter)));
  const [foreign] = Object.keys(given).filter((parameter) => !Object.hasOwn(own, parameter));
  if (foreign !== undefined && !mayBeOfOthers)
    throw new Error(`${name} has no option ${foreign}; it has ${Object.keys(known).join(', ')}.`);
  parametersFrom(scenarioOf(name), (parameter) => own[parameter]);
  return own;
}

const described = (name: ScenarioName) =>
  `  ${name.padEnd(16)} ${scenarioOf(name).what} (${Object.entries(scenarioOf(name).parameters)
    .map(([parameter, value]) => `${parameter}=${value}`)
    .join(' ')})`;

function assignment(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Error('--option is name=value.');
  return [text.slice(0, at), text.slice(at + 1)];
}
