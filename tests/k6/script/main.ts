import exec from 'k6/execution';
import type { Options, Scenario } from 'k6/options';
import { thresholdsOf } from '../scenarios.js';
import { markdownOf, SUMMARY_MARK, summaryOf, type K6Data } from '../summary.js';
import { signInGuest } from './guests.js';
import { mentionAll, metrics } from './metrics.js';
import { playGames, playOn } from './play.js';
import { settings } from './settings.js';
import { share } from './share.js';

export { besideStorm, reconnecting } from './storm.js';

const { name, parameters, scenario, url, out } = settings;
const { vus = 1, games = 1, players = 1, rate = 1, warmUp = 0, seconds = 1 } = parameters;
/** Only against hanging: seating all players, and work in progress at the end. */
const BESIDES_SECONDS = 600;

/** Each VU does its part once. */
const once = (count: number, exec: string, lasts: number): Scenario => ({
  executor: 'per-vu-iterations',
  vus: count,
  iterations: 1,
  maxDuration: `${Math.ceil(lasts + BESIDES_SECONDS)}s`,
  exec,
});

function scenarios(): Record<string, Scenario> {
  const vusOfGames = Math.min(vus, games);
  switch (name) {
    case 'join-storm':
      return { joins: once(vusOfGames, 'join', 0) };
    case 'big-room':
      return {
        room: once(1, 'room', warmUp + seconds),
        others: once(1, 'others', parameters['otherSeconds'] ?? 0),
      };
    case 'reconnect-storm': {
      const lasts =
        (parameters['seatingSeconds'] ?? 0) + (parameters['storms'] ?? 0) * (parameters['everySeconds'] ?? 0);
      return { reconnecting: once(vusOfGames, 'reconnecting', lasts), others: once(1, 'besideStorm', lasts) };
    }
    case 'sign-in-storm': {
      const perSecond = parameters['signInsPerSecond'] ?? 1;
      return {
        guests: {
          executor: 'constant-arrival-rate',
          rate: perSecond,
          duration: `${seconds}s`,
          preAllocatedVUs: Math.ceil(perSecond),
          maxVUs: Math.ceil(perSecond * 10),
          exec: 'signIn',
        },
      };
    }
    default:
      return { show: once(vusOfGames, 'play', warmUp + seconds) };
  }
}

const parts = scenarios();
const vusOfParts = Object.values(parts).map((part) => ('iterations' in part && 'vus' in part ? (part.vus ?? 0) : 0));
const whole = vusOfParts.reduce((sum, each) => sum + each, 0);

export const options: Options = {
  scenarios: parts,
  thresholds: {
    ...thresholdsOf(scenario, parameters),
    // An uncaught error ends a VU, and k6 reports success.
    ...(whole > 0 ? { iterations: [`count==${whole}`] } : {}),
  },
  summaryTrendStats: ['min', 'med', 'p(95)', 'p(99)', 'max', 'count'],
  // An address per game and file would make a series each.
  systemTags: ['name', 'status', 'method', 'scenario', 'error_code', 'expected_response'],
  userAgent: 'earworm-k6',
};

export function play(): Promise<void> {
  const shape = { games: share(games, vus), players, rate: rate / Math.min(vus, games), seconds, warmUp };
  return playGames(shape, { during: (session) => playOn(session, warmUp, seconds) });
}

export function join(): Promise<void> {
  const joinsPerSecond = (parameters['joinsPerSecond'] ?? 1) / Math.min(vus, games);
  return playGames({ games: share(games, vus), players, rate: 1, seconds: 1, warmUp: 0, joinsPerSecond }, {});
}

export function room(): Promise<void> {
  const shape = { games: 1, players, rate, seconds, warmUp, parallelJoins: 200 };
  return playGames(shape, { during: (session) => playOn(session, warmUp, seconds) });
}

export function others(): Promise<void> {
  const { otherGames = 1, otherPlayers = 1, otherRate = 1, otherSeconds = 1 } = parameters;
  const shape = { games: otherGames, players: otherPlayers, rate: otherRate, seconds: otherSeconds, warmUp: 0 };
  return playGames(shape, { during: (session) => playOn(session, 0, otherSeconds) });
}

export async function signIn(): Promise<void> {
  if (exec.scenario.iterationInTest === 0) mentionAll();
  try {
    await signInGuest(url);
  } catch (error) {
    metrics.turnedAway.add(1, { reason: String(error) });
  }
}

export function handleSummary(data: K6Data): Record<string, string> {
  const summary = summaryOf({ scenario: name, what: scenario.what, url, parameters }, data);
  const markdown = markdownOf(summary);
  const line = JSON.stringify(summary);
  return {
    // One line for programs that read this from a log.
    stdout: `\n${markdown}\n${SUMMARY_MARK}${line}\n`,
    ...(out
      ? { [`${out}/summary.json`]: `${JSON.stringify(summary, null, 2)}\n`, [`${out}/summary.md`]: markdown }
      : {}),
  };
}
