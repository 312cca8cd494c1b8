import {
  ARRIVING_SECONDS,
  BUSY_SHARE,
  type CostModels,
  inAll,
  MOST_ROOMS,
  partsOf,
  roomsWithin,
  serverOf,
} from './cost-model.js';
import { drawChart } from './chart.js';
import { chartOf } from './document-chart.js';
import { costs, measured, oneProcess, services } from './document-tables.js';
import { cores, number, percent, sum } from './format.js';
import { isPlayable, type MeasuredCell } from './measure-cell.js';
import { PLAYERS } from './plan.js';

export interface MachineWords {
  /** In general words. */
  readonly description: string;
  readonly day: string;
}

export interface Written {
  readonly markdown: string;
  readonly svg: string;
}

export function writeDocument(cells: readonly MeasuredCell[], machine: MachineWords): Written {
  const models = { cells, standalone: partsOf(cells, 'standalone'), services: partsOf(cells, 'services') };
  const markdown = [
    '# How many rooms can I run?',
    '',
    `Written by \`npm run capacity\` on ${machine.day}, on ${machine.description}; servers, database and load generator shared`,
    'them. Other machines differ: measure yours.',
    '',
    ...answer(models),
    '',
    '![Cores by number of rooms](capacity.svg)',
    '',
    ...meaning(),
    '',
    '## Measured',
    '',
    ...measured(models),
    '',
    '## What each thing costs',
    '',
    ...costs(models),
    '',
    '## One process',
    '',
    ...oneProcess(models),
    '',
    '## Services',
    '',
    ...(models.services.length === 0
      ? [
          'Too few cells were measured of the services as processes of their own; `npm run capacity` goes on with the others.',
        ]
      : services(models)),
  ];
  return { markdown: `${markdown.join('\n').trimEnd()}\n`, svg: drawChart(chartOf(models)) };
}

function answer({ standalone, cells }: CostModels): string[] {
  const server = serverOf(standalone, 'server');
  const [small = 20, middle = 200] = PLAYERS;
  const mine = cells.filter(({ layout }) => layout === 'standalone');
  const joins = mine.map(({ joins: { count, seconds } }) => count / seconds);
  const largest = mine.filter(({ players }) => players === small).toSorted((one, other) => other.rooms - one.rooms)[0];
  const cores500 = inAll(standalone, { rooms: 500, players: small });
  const coresMost = inAll(standalone, { rooms: MOST_ROOMS, players: small });
  return [
    ...(largest
      ? [`- Measured: ${largest.rooms} rooms of ${small} in one process (\`npm start\`). ${playedIn(largest)}`]
      : []),
    `- By the model one process carries about **${number(roomsWithin(BUSY_SHARE, server, small))} rooms of ${small}** or **${number(roomsWithin(BUSY_SHARE, server, middle))} of ${middle}**: its main thread is then busy for`,
    `  ${percent(BUSY_SHARE)} of the time. 500 rooms of ${small} take ${cores(cores500)} cores in all, database included; ${number(MOST_ROOMS)} take ${cores(coresMost)}, which needs several`,
    `  gateways and game replicas. In a cell left out, the model was off by ${percent(server.cpu.error.median)} (median), at worst by ${percent(server.cpu.error.worst)}: plan with twice as much.`,
    `- The first bottleneck is the thread that writes to sockets (in services: a gateway), and, while all players arrive, the joins:`,
    `  up to ${number(Math.max(...joins))} a second were measured here.`,
  ];
}

function playedIn(cell: MeasuredCell): string {
  const all = cell.steps.filter((step) => step.what !== 'idle' && isPlayable(step));
  return all
    .map(({ buzzes, seconds, p99, cpu }) => {
      const used = sum(Object.values(cpu)) / seconds;
      return `${number(buzzes / seconds)} buzzes/s took ${cores(used)} cores (p99 ${p99?.toFixed(0)} ms)`;
    })
    .join(', ')
    .concat('.');
}

const meaning = (): string[] => [
  'An _event_ below means: every player buzzes once a minute, so a room of 20 buzzes every three seconds, and each buzz goes to',
  `every socket of its room. All players arrive within ${ARRIVING_SECONDS / 60} minutes; the larger of playing and arriving counts. Solid lines were`,
  'measured (dots: rooms played at that rate), dashed ones are extrapolated by the model below.',
];
