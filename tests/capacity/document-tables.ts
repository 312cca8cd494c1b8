import {
  BUSY_SHARE,
  coresAtEvent,
  coresOnArrival,
  type CostModels,
  isMeasured,
  memoryOf,
  MOST_ROOMS,
  mostCores,
  serverOf,
} from './cost-model.js';
import { cores, number, percent, sum, table } from './format.js';
import { isPlayable, othersCoresIn, PLAYABLE_P99_MS } from './measure-cell.js';
import { ALL_CELLS, deliveriesOf, eventRate, socketsOf } from './plan.js';
import { servicesFor } from './services-for.js';

export function measured({ cells }: CostModels): string[] {
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
    'Cores are those of all processes of the product and of Postgres, without the load generator.',
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
    'machine; the rates are the highest of those that were tried, not the limit.',
  ];
}

export function costs({ standalone, services: apart }: CostModels): string[] {
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
    'Least squares over all steps of the measured cells: CPU = constant + rooms + sockets + buzzes + deliveries, none of them negative. The',
    'error is cross-validated: each cell is left out once (median / worst).',
    '',
    table(
      [
        'layout',
        'process',
        'constant, ms/s',
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

export function oneProcess({ standalone, cells }: CostModels): string[] {
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
      ['rooms', 'sockets', 'deliveries/s', 'cores, playing', 'cores, arriving', 'memory, MB', 'fits one process', ''],
      rows,
    ),
    '',
    'Deliveries grow with the square of the players of a room: ten rooms of 200 get ten times as many as 100 of 20, with as many players. Postgres is extra.',
  ];
}

export function services({ services: apart }: CostModels): string[] {
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
    'Several processes of a kind split its work, but each gateway receives every buzz of the rooms that it has sockets of: with rooms',
    'spread over all gateways, the cost of a buzz at a gateway counts for each of them.',
  ];
}
