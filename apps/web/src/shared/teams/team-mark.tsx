import type { CSSProperties } from 'react';
import type { GameView, Leader } from '@earworm/rules';
import styles from './team-mark.module.css';

/** None looks like amber, cyan, green or red, which have a meaning of their own. */
const COLORS = [
  ...['#7fb0ff', '#ff9fd2', '#d6e04a', '#bda4ff', '#f2f0fa'],
  ...['#e3b98a', '#9db2c9', '#e27bff', '#8f8cff', '#c2b280'],
];
/** Within 24 × 24. */
const SHAPES = [
  'M3 3h18v18H3z',
  'M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21z',
  'M12 2L23 22H1z',
  'M12 1l10.5 11L12 23L1.5 12z',
  'M12 1l3.2 7.3l7.8.8l-5.9 5.3l1.7 7.8L12 18.2l-6.8 4l1.7-7.8L1 9.1l7.8-.8z',
  'M6.5 2h11L23 12l-5.5 10h-11L1 12z',
  'M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5z',
  'M1 3h22L12 23z',
  'M12 22C4 16 1 12 1 8a5.8 5.8 0 0 1 11-2.5A5.8 5.8 0 0 1 23 8c0 4-3 8-11 14z',
  'M2 2h20v8H10v12H2z',
];

/** Each of a hundred teams has a colour and a shape that no other one has together; the first ten share neither. */
export const teamColor = (number: number): string =>
  COLORS[(number - 1 + Math.floor((number - 1) / SHAPES.length)) % COLORS.length] ?? '';

/** A team's colour and shape; its name stands beside it. */
export const TeamMark = ({ number }: { number: number }) => (
  <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden focusable="false" data-team={number}>
    <path d={SHAPES[(number - 1) % SHAPES.length]} fill={teamColor(number)} />
  </svg>
);

/** Of an entry of the standing of teams. */
export const markOf = ({ seat }: Pick<Leader, 'seat'>) => <TeamMark number={seat} />;

export const TeamName = ({ number, name }: { number: number; name: string }) => (
  <span className={styles.team} style={{ '--team': teamColor(number) } as CSSProperties}>
    <TeamMark number={number} />
    <bdi>{name}</bdi>
  </span>
);

export const teamOf = ({ teams }: Pick<GameView, 'teams'>, number: number | undefined) =>
  teams?.find((team) => team.number === number);

/** The team's name where one answers for a team; the player's otherwise. */
export function NameOfSide({
  view,
  side,
}: {
  view: Pick<GameView, 'teams'>;
  side: { readonly name: string; readonly team?: number };
}) {
  const team = teamOf(view, side.team);
  return team === undefined ? <bdi>{side.name}</bdi> : <TeamName number={team.number} name={team.name} />;
}
