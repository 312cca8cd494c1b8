import { parseArgs } from 'node:util';
import { isScenario, parametersFrom, SCENARIO_NAMES, scenarioOf, type ScenarioName } from './scenarios.js';

export interface K6Options {
  readonly scenario: ScenarioName;
  /** Of the scenario, as given on the command line; the others keep their defaults. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Of a server that runs already; otherwise one is started, or the release's gateway is found. */
  readonly url: string | null;
  /** Where the summaries go. */
  readonly out: string;
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
  if (!isScenario(name) || more !== undefined || values.help)
    throw new Error(`Name one scenario:\n${SCENARIO_NAMES.map(described).join('\n')}`);
  if (values.url !== undefined && !URL.canParse(values.url)) throw new Error('--url is the address of a server.');
  const parameters = Object.fromEntries((values.option ?? []).map(assignment));
  const { parameters: known } = scenarioOf(name);
  for (const given of Object.keys(parameters)) {
    if (!Object.hasOwn(known, given))
      throw new Error(`${name} has no option ${given}; it has ${Object.keys(known).join(', ')}.`);
  }
  parametersFrom(scenarioOf(name), (parameter) => parameters[parameter]);
  return {
    scenario: name,
    parameters,
    url: values.url?.replace(/\/+$/, '') ?? null,
    out: values.out ?? `load-k6-${name}`,
    layout: values.layout ?? 'standalone',
    kubernetes: values.kubernetes
      ? { release: values.release ?? 'earworm', namespace: values.namespace ?? null }
      : null,
  };
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
