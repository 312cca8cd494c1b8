import type { Audit } from './audit.js';
import type { LoadOptions } from './options.js';
import { percentile, rounded } from './percentiles.js';
import type { LoadSession } from './session.js';

export interface Machine {
  /** Cores used by each part, database and bus included; null when the server is elsewhere. */
  readonly cores: Record<string, number> | null;
  readonly rssMb: number | null;
  readonly generatorCpu: number;
  readonly readyAfterMs: number | null;
}

export type LoadResult = ReturnType<typeof resultOf>;

/** What a run has measured; times in ms. */
export function resultOf(options: LoadOptions, session: LoadSession, audit: Audit, machine: Machine) {
  const { tally, joinMs } = session;
  const { cores, rssMb } = machine;
  const sumOfCores = cores && Object.values(cores).reduce((sum, each) => sum + each, 0);
  const at = (share: number) => rounded(percentile(tally.latencies, share));
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    sent: tally.sent,
    accepted: audit.accepted,
    ignored: tally.ignored,
    lost: audit.lost,
    doubled: audit.doubled,
    foreign: tally.foreign,
    /** Buzzes that some socket of their game was never shown: their time would be missing from the percentiles. */
    unseen: tally.unseen,
    joinP99: rounded(percentile(joinMs, 0.99)),
    serverCpu: sumOfCores && rounded(sumOfCores),
    /** CPU time of everything that was started, database and bus included. */
    cpuMsPerBuzz: sumOfCores && rounded((sumOfCores * options.seconds * 1000) / audit.accepted, 3),
    serverRssMb: rssMb && rounded(rssMb, 0),
    layout: options.url === null ? options.layout : null,
    cores: cores && Object.fromEntries(Object.entries(cores).map(([name, used]) => [name, rounded(used)])),
    generatorCpu: rounded(machine.generatorCpu),
  };
}

/** Whether anything was measured, and nothing lost, duplicated, sent to another game or not received. */
export function isCorrect({ accepted, lost, doubled, foreign, unseen }: LoadResult, audit: Audit, stuck: number) {
  return accepted > 0 && lost + doubled + foreign + unseen + audit.broken + stuck === 0;
}

/** The run in words. */
export function reportOf(result: LoadResult, { tally, games }: LoadSession, audit: Audit, machine: Machine): string {
  const sum = (field: 'gaps' | 'resumes' | 'snapshots') => games.reduce((n, game) => n + game.connections[field], 0);
  const ms = (value: number) => (Number.isNaN(value) ? '–' : `${value} ms`);
  return [
    `buzz → committed → seen by the last socket   p50 ${ms(result.p50)}   p95 ${ms(result.p95)}   p99 ${ms(result.p99)}   worst ${ms(rounded(percentile(tally.latencies, 1)))}`,
    `buzzes      ${result.sent} sent, ${result.accepted} accepted, ${result.ignored} ignored ${refusals(tally.refusals)}`,
    `the log     ${result.lost} lost, ${result.doubled} doubled, ${audit.broken} games with a gap`,
    `sockets     ${result.foreign} foreign events, ${tally.unseen} buzzes not seen by all, ${sum('gaps')} gaps, ${sum('resumes')} resumes, ${sum('snapshots')} snapshots`,
    `joins       99 % seated within ${ms(result.joinP99)}`,
    `cores       ${result.serverCpu ?? '–'} (${inWords(result.cores)}), ${result.cpuMsPerBuzz ?? '–'} ms for a buzz; this program ${result.generatorCpu}`,
    `memory      server ${result.serverRssMb ?? '–'} MB`,
    ...(tally.stuck.length === 0 ? [] : [`stuck       ${tally.stuck.length} games: ${tally.stuck[0]}`]),
    ...(machine.readyAfterMs === null ? [] : [`start       playable after ${ms(rounded(machine.readyAfterMs, 0))}`]),
  ].join('\n');
}

const inWords = (cores: Record<string, number> | null): string =>
  cores === null
    ? 'elsewhere'
    : Object.entries(cores)
        .map(([name, used]) => `${name} ${used}`)
        .join(', ');

const refusals = (codes: ReadonlyMap<string, number>): string =>
  codes.size === 0 ? '' : `(${[...codes].map(([code, times]) => `${code} ${times}`).join(', ')})`;
