import type { RoomNow, ShowFigures } from '@earworm/contracts';
import { useMemo } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './control-room.module.css';
import { figuresOf } from './found-rooms.js';
import { t } from './texts.js';

interface Props {
  readonly rooms: ReadonlyMap<string, RoomNow>;
  readonly installation: ShowFigures | null;
}

/** Name, value, and whether it is bad. */
type Figure = readonly [string, string, boolean?];

/** Without the bus, what a gateway tells of the installation is of itself alone. */
export function Figures({ rooms, installation }: Props) {
  const { playing, waiting, over, unknown, help, online } = useMemo(() => figuresOf(rooms.values()), [rooms]);
  const isCutOff = installation === null || installation.down.includes('bus');
  const known = (value: (figures: ShowFigures) => string) => (isCutOff ? t('none') : value(installation));
  const failing =
    installation === null ? [] : [...installation.down.map((each) => t(`down_${each}`)), ...installation.failing];
  const ofEvent: readonly Figure[] = [
    [t('playing'), figure(playing)],
    [t('waiting'), figure(waiting)],
    [t('finished'), figure(over)],
    [t('look_unknown'), figure(unknown), unknown > 0],
    [t('callsForHelp'), figure(help), help > 0],
    [t('online'), figure(online)],
  ];
  const ofInstallation: readonly Figure[] = [
    [t('joins'), known(({ joins }) => figure(joins))],
    [t('wrongCodes'), known(({ wrongCodes }) => figure(wrongCodes))],
    [t('refusals'), known(({ refusals }) => figure(refusals))],
    [t('buzzes'), known(({ p99 }) => (p99 === null ? t('none') : t('ms', { n: figure(Math.round(p99)) })))],
    [t('services'), failing.length === 0 ? known(() => t('allWork')) : failing.join(', '), failing.length > 0],
  ];
  return (
    <div className={styles.bothFigures}>
      <FigureList label={t('figures')} figures={ofEvent} />
      <FigureList label={t('figuresOfAll')} figures={ofInstallation} />
    </div>
  );
}

interface ListProps {
  readonly label: string;
  readonly figures: readonly Figure[];
}

const FigureList = ({ label, figures }: ListProps) => (
  <section className={styles.figures} aria-label={label}>
    <h2>{label}</h2>
    <dl>
      {figures.map(([name, value, isBad = false]) => (
        <div key={name} data-bad={isBad || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);
