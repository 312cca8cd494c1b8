import { type Chart, drawChart, type Line } from './chart.js';
import {
  ARRIVING_SECONDS,
  coresAtEvent,
  coresOnArrival,
  isPlayable,
  memoryOf,
  mostCores,
  type PartModel,
  partsOf,
  roomsWithin,
} from './capacity.js';
import { type MeasuredCell, othersCoresIn, PLAYABLE_P99_MS } from './measure-cell.js';
import { ALL_CELLS, type Cell, deliveriesOf, eventRate, PLAYERS, socketsOf } from './plan.js';
import { servicesFor } from './services-for.js';

/** A thread that is busy for longer lets buzzes wait noticeably. */
const BUSY_SHARE = 0.7;
const MOST_ROOMS = 10_000;
const COLORS: Readonly<Record<number, string>> = { 20: '#0969da', 200: '#bc4c00', 2000: '#1a7f37' };

const number = (value: number) => Math.round(value).toLocaleString('en');
const cores = (value: number) => value.toFixed(value < 0.1 ? 3 : 2);
const percent = (share: number) => `${Math.round(share * 100)} %`;
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export interface MachineWords {
  /** In general words. */
  readonly description: string;
  readonly day: string;
}

interface Found {
  readonly cells: readonly MeasuredCell[];
  readonly standalone: readonly PartModel[];
  readonly services: readonly PartModel[];
}

export interface Written {
  readonly markdown: string;
  readonly svg: string;
}

export function writeDocument(cells: readonly MeasuredCell[], machine: MachineWords): Written {
  const found = { cells, standalone: partsOf(cells, 'standalone'), services: partsOf(cells, 'services') };
  const markdown = [
    '# How many rooms can I run?',
    '',
    `Written by \`npm run capacity\` on ${machine.day}, on ${machine.description}; servers, database and the program that plays shared`,
    'them. Other machines differ: run it on yours.',
    '',
    ...answer(found),
    '',
    '![Cores by number of rooms](capacity.svg)',
    '',
    ...meaning(),
    '',
    '## Measured',
    '',
    ...measured(found),
    '',
    '## What each thing costs',
    '',
    ...costs(found),
    '',
    '## One process',
    '',
    ...oneProcess(found),
    '',
    '## Services',
    '',
    ...(found.services.length === 0
      ? [
          'Too few cells were measured of the services as processes of their own; `npm run capacity` goes on with the others.',
        ]
      : services(found)),
  ];
  return { markdown: `${markdown.join('\n').trimEnd()}\n`, svg: drawChart(chartOf(found)) };
}

const serverOf = (parts: readonly PartModel[], name: string): PartModel => {
  const part = parts.find((each) => each.part === name);
  if (part === undefined) throw new Error(`nothing was measured of ${name}`);
  return part;
};

const isMeasured = (cells: readonly MeasuredCell[], { rooms, players }: Cell): boolean =>
  cells.some((cell) => cell.layout === 'standalone' && cell.rooms === rooms && cell.players === players);

/** Of all processes together. */
const inAll = (parts: readonly PartModel[], cell: Cell) => sum(parts.map((part) => mostCores(part, cell)));

function answer({ standalone, cells }: Found): string[] {
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
    `- By the model one process carries about **${number(roomsWithin(BUSY_SHARE, server, small))} rooms of ${small}** or **${number(roomsWithin(BUSY_SHARE, server, middle))} of ${middle}**: its one thread is then busy for`,
    `  ${percent(BUSY_SHARE)} of the time. 500 rooms of ${small} take ${cores(cores500)} cores in all, database included; ${number(MOST_ROOMS)} take ${cores(coresMost)}, which needs several`,
    `  gateways and game replicas. In a cell left out, the model was off by ${percent(server.cpu.error.median)} (median), at worst by ${percent(server.cpu.error.worst)}: plan with twice as much.`,
    `- The first bottleneck is the thread that writes to sockets (in services: a gateway), and, while everybody comes at once, the joins:`,
    `  up to ${number(Math.max(...joins))} a second were seated here.`,
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
  'An _event_ below means: everybody buzzes once a minute, so a room of 20 buzzes every three seconds, and each buzz goes to',
  `every socket of its room. Everybody arrives within ${ARRIVING_SECONDS / 60} minutes; what is larger, playing or arriving, counts. Solid lines were`,
  'measured (dots: rooms played at that rate), dashed ones are extrapolated by the model below.',
];

function measured({ cells }: Found): string[] {
  const rows = cells.map((cell) => {
    const [, atEvent] = [0, cell.steps.find(({ what, p99 }) => what === 'play' && p99 !== null)];
    const fast = cell.steps.filter(({ what, ...step }) => what !== 'idle' && isPlayable({ what, ...step }));
    const best = fast.toSorted((a, b) => b.buzzes / b.seconds - a.buzzes / a.seconds)[0];
    const rate = (buzzes: number, seconds: number) => (buzzes / seconds).toFixed(buzzes / seconds < 10 ? 1 : 0);
    return [
      cell.layout,
      cell.rooms,
      cell.players,
      rate(cell.joins.count, cell.joins.seconds),
      cores(sum(Object.values(cell.steps[0]?.cpu ?? {})) / (cell.steps[0]?.seconds ?? 1)),
      atEvent
        ? `${rate(atEvent.buzzes, atEvent.seconds)}: ${cores(sum(Object.values(atEvent.cpu)) / atEvent.seconds)}`
        : '–',
      best ? `${rate(best.buzzes, best.seconds)} (p50 ${best.p50?.toFixed(0)}, p99 ${best.p99?.toFixed(0)} ms)` : '–',
      number(sum(Object.values(cell.memory.most))),
    ];
  });
  const left = ALL_CELLS.filter((cell) => !isMeasured(cells, cell)).map(
    ({ rooms, players }) => `${rooms} × ${players}`,
  );
  return [
    'Cores are those of all processes of the product and of Postgres, without the program that plays.',
    '',
    table(
      [
        'layout',
        'rooms',
        'players each',
        'joins/s',
        'cores, idle',
        'buzzes/s: cores',
        `most buzzes/s with p99 ≤ ${PLAYABLE_P99_MS} ms tried`,
        'memory, MB',
      ],
      rows,
    ),
    '',
    `Extrapolated only: ${left.join(', ')}. While these were measured, other programs used up to ${cores(Math.max(...cells.map(othersCoresIn)))} cores of the`,
    'machine; the rates are not the highest that there are, but the highest of those that were tried.',
  ];
}

function costs({ standalone, services: apart }: Found): string[] {
  const rows = [
    ...standalone.map((part) => ['standalone', part] as const),
    ...apart.map((part) => ['services', part] as const),
  ].map(([layout, { part, cpu, joins, memory }]) => {
    const [own = 0, room = 0, socket = 0, buzz = 0, delivery = 0] = cpu.terms;
    const micro = (value: number) => (value * 1e6).toFixed(value * 1e6 < 10 ? 1 : 0);
    return [
      layout,
      part,
      micro(own / 1e3),
      micro(room),
      micro(socket),
      micro(buzz),
      micro(delivery),
      `${percent(cpu.error.median)} / ${percent(cpu.error.worst)}`,
      ((joins.terms[1] ?? 0) * 1e3).toFixed(1),
      memory === null
        ? '–'
        : `${number(memory.terms[0] ?? 0)} + ${((memory.terms[1] ?? 0) * 1024).toFixed(0)} KB a room + ${((memory.terms[2] ?? 0) * 1024).toFixed(0)} KB a socket`,
    ];
  });
  return [
    'Least squares over all steps of the measured cells: CPU = itself + rooms + sockets + buzzes + deliveries, none of them negative. The',
    'error is that of cells that the model was not fitted to, each left out once (median / worst).',
    '',
    table(
      [
        'layout',
        'process',
        'itself, ms/s',
        'a room, µs/s',
        'a socket, µs/s',
        'a buzz, µs',
        'a delivery, µs',
        'error',
        'a join, ms',
        'memory, MB',
      ],
      rows,
    ),
  ];
}

function oneProcess({ standalone, cells }: Found): string[] {
  const server = serverOf(standalone, 'server');
  const rows = ALL_CELLS.map((cell) => {
    const use = mostCores(server, cell);
    return [
      `${number(cell.rooms)} × ${number(cell.players)}`,
      number(socketsOf(cell)),
      number(deliveriesOf(eventRate(cell), cell)),
      cores(coresAtEvent(server, cell)),
      cores(coresOnArrival(server, cell)),
      number(memoryOf(server, cell)),
      use > 1 ? 'no' : use > BUSY_SHARE ? 'at its limit' : 'yes',
      isMeasured(cells, cell) ? '' : 'extrapolated',
    ];
  });
  return [
    table(
      [
        'rooms',
        'sockets',
        'deliveries/s',
        'cores, playing',
        'cores, arriving',
        'memory, MB',
        'one process carries it',
        '',
      ],
      rows,
    ),
    '',
    'Deliveries grow with the square of a room: ten rooms of 200 get ten times as many as 100 of 20, with as many people. Postgres comes on top.',
  ];
}

function services({ services: apart }: Found): string[] {
  const rows = [
    { rooms: 500, players: 20 },
    { rooms: 100, players: 200 },
    { rooms: MOST_ROOMS, players: 20 },
  ].map((cell) => {
    const plan = servicesFor(apart, cell);
    return [
      `${number(cell.rooms)} × ${number(cell.players)}`,
      ...plan.map(
        ({ replicas, cores: each, memoryMb }) =>
          `${replicas} × ${cores(each)}${memoryMb ? `, ${number(memoryMb)} MB` : ''}`,
      ),
    ];
  });
  const parts = servicesFor(apart, { rooms: 1, players: 20 }).map(({ part }) => part);
  return [
    'Replicas × cores (and memory) of each, busy for at most 60 % of a core, with one replica of gateway and game to spare. The spare one takes',
    'over when another one is lost.',
    '',
    table(['rooms', ...parts], rows),
    '',
    'More than one process of a kind splits its work, but each gateway is shown every buzz of the rooms that it has sockets of: with rooms',
    'spread over all gateways, the cost of a buzz at a gateway counts for each of them.',
  ];
}

function chartOf({ standalone, cells }: Found): Chart {
  const lines = PLAYERS.map((players): Line => {
    const rooms = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, MOST_ROOMS];
    const isShown = (count: number) => players < 2_000 || count <= 1_000;
    const mine = cells.filter((cell) => cell.layout === 'standalone' && cell.players === players);
    return {
      label: `rooms of ${number(players)}`,
      color: COLORS[players] ?? '#57606a',
      points: rooms.filter(isShown).map((count) => ({
        x: count,
        y: sum(standalone.map((part) => coresAtEvent(part, { rooms: count, players }))),
      })),
      measuredTo: Math.max(0, ...mine.map((cell) => cell.rooms)),
      measured: mine.flatMap((cell) =>
        cell.steps
          .filter(({ what, buzzes, seconds }) => what === 'play' && isNear(buzzes / seconds, eventRate(cell)))
          .slice(0, 1)
          .map(({ cpu, seconds }) => ({ x: cell.rooms, y: sum(Object.values(cpu)) / seconds })),
      ),
    };
  });
  return {
    title: 'Cores while an event is played, database included',
    xLabel: 'rooms at the same time',
    yLabel: 'cores',
    lines,
    mark: { y: 1, label: 'one core' },
  };
}

/** A rate that was drawn by chance is never exactly what was asked for. */
const isNear = (rate: number, asked: number) => rate < asked * 2 && rate > asked / 2;
