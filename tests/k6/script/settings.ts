import { isScenario, parametersFrom, SCENARIO_NAMES, scenarioOf, variableOf } from '../scenarios.js';

const name = __ENV['SCENARIO'] ?? 'smoke';
if (!isScenario(name)) throw new Error(`SCENARIO is one of ${SCENARIO_NAMES.join(', ')}.`);
const scenario = scenarioOf(name);

/** What this run was asked for: `k6 run -e SCENARIO=soak -e URL=https://… -e GAMES=20 earworm.js`. */
export const settings = {
  name,
  scenario,
  url: (__ENV['URL'] ?? 'http://localhost:3000').replace(/\/+$/, ''),
  parameters: parametersFrom(scenario, (parameter) => __ENV[variableOf(parameter)]),
  /** Where the summaries go; none are written without it. */
  out: __ENV['OUT'],
};
