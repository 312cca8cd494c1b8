import { coresAtEvent, type CostModels, MOST_ROOMS } from './cost-model.js';
import type { Chart, Line } from './chart.js';
import { number, sum } from './format.js';
import { eventRate, PLAYERS } from './plan.js';

const COLORS: Readonly<Record<number, string>> = { 20: '#0969da', 200: '#bc4c00', 2000: '#1a7f37' };

export function chartOf({ standalone, cells }: CostModels): Chart {
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
const isNear = (rate: number, target: number) => rate < target * 2 && rate > target / 2;
