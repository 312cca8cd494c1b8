import type { Dependency, OperationsFrame } from '@earworm/contracts';
import { figure } from '../../../platform/i18n/numbers.js';
import styles from './operations-page.module.css';
import { limitName, t } from './texts.js';

const DOWN = { bus: 'downBus', database: 'downDatabase' } as const satisfies Record<Dependency, string>;

interface Tile {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  readonly bad?: boolean;
  readonly needsDatabase?: true;
}

const ms = (value: number | null) => (value === null ? t('none') : t('ms', { n: figure(value) }));
const count = (value: number | undefined) => (value === undefined ? t('none') : figure(value));

function tilesOf({ sockets, press, services, errors, ...frame }: OperationsFrame): Tile[] {
  const lag = Math.max(0, ...services.map(({ lagMs }) => lagMs.p99));
  const browser = errors.browser === null ? t('unknown') : figure(errors.browser);
  const refusals = Object.entries(frame.refusals ?? {}).sort(([, a], [, b]) => b - a);
  return [
    { name: t('playersNow'), value: count(frame.players) },
    { name: t('sockets'), value: figure(sockets) },
    { name: t('joinsMinute'), value: count(frame.joins), needsDatabase: true },
    {
      name: t('buzzP50'),
      value: ms(press.p50),
      note: t('buzzesMinute', { count: press.count }),
      needsDatabase: true,
    },
    { name: t('buzzP99'), value: ms(press.p99), bad: press.p99 !== null && press.p99 > 100, needsDatabase: true },
    { name: t('lag'), value: ms(lag), bad: lag > 100 },
    {
      name: t('errorsMinute'),
      value: figure((errors.browser ?? 0) + errors.server),
      note: t('errorsSplit', { browser, server: figure(errors.server) }),
      bad: (errors.browser ?? 0) + errors.server > 0,
    },
    {
      name: t('refusalsMinute'),
      value: frame.refusals === undefined ? t('none') : figure(refusals.reduce((sum, [, n]) => sum + n, 0)),
      note: refusals.map(([code, n]) => t('refusalsOf', { name: limitName(code), n: figure(n) })).join(', '),
    },
    { name: t('wrongCodesMinute'), value: count(frame.wrongCodes) },
  ];
}

/** Without the bus the figures would be those of one gateway, so they are left out. */
export function FigureTiles({ frame }: { frame: OperationsFrame }) {
  const down = frame.down ?? [];
  const isCutOff = down.includes('bus');
  const dependencies: Tile = {
    name: t('dependencies'),
    value: down.length === 0 ? t('allWork') : down.map((each) => t(DOWN[each])).join(', '),
    bad: down.length > 0,
  };
  const figures = tilesOf(frame).map((tile): Tile => {
    if (isCutOff) return { name: tile.name, value: t('unknown'), bad: true };
    return { ...tile, bad: tile.bad || (tile.needsDatabase && down.includes('database')) || false };
  });
  return (
    <dl className={styles.tiles}>
      {[dependencies, ...figures].map(({ name, value, note, bad }) => (
        <div key={name} className={styles.tile} data-bad={bad || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
