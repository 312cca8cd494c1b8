import type { QueueEntry, Settings } from '@earworm/rules';
import { IconCircleCheck, IconEqual } from '@tabler/icons-react';
import { figure } from '../../platform/i18n/numbers.js';
import { certaintyOf, type Timed, timesOf } from '../../shared/live/certainty.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { t } from './texts.js';
import styles from './why-dialog.module.css';

interface WhyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Neighbours in the queue; `isFirst`: its first two. */
  readonly before: QueueEntry;
  readonly entry: QueueEntry;
  readonly isFirst: boolean;
  readonly buzzOrder: Settings['buzzOrder'];
}

/** Why one player is before another: the answer first, then what was measured. */
export function WhyDialog({ opened, onClose, before, entry, isFirst, buzzOrder }: WhyDialogProps) {
  const names = { name: before.name, other: entry.name };
  const times = timesOf([before, entry]);
  const [one, other] = times;
  if (one === undefined || other === undefined) return null;
  const isClose = certaintyOf(before, entry) === 'close';
  const gap = figure(Math.abs(other.at - one.at));
  const Sign = isClose ? IconEqual : IconCircleCheck;
  const scale = scaleOf(times);
  return (
    <Dialog opened={opened} onClose={onClose} title={t(isFirst ? 'whyFirst' : 'whyBefore', names)}>
      <p className={styles.answer} data-close={isClose}>
        <Sign size={22} aria-hidden />
        <span>
          <strong>{t(isClose ? 'whyClose' : 'whySure', { gap })}</strong>
          <span className={styles.reason}>{reasonOf(one, other, isClose, names, buzzOrder)}</span>
        </span>
      </p>
      {[
        { entry: before, time: one },
        { entry, time: other },
      ].map(({ entry: { playerId, name }, time }) => (
        <figure key={playerId} className={styles.buzz}>
          <figcaption>
            <strong dir="auto">{name}</strong>
          </figcaption>
          <Bar time={time} scale={scale} />
          <p className={styles.times}>{timesText(time, Math.min(one.at, other.at))}</p>
        </figure>
      ))}
      <p className={styles.legend}>{t('whyLegend')}</p>
      <p className={styles.legend}>{t('whyClaims', { credit: figure(buzzOrder?.creditMs ?? 0) })}</p>
    </Dialog>
  );
}

type Names = Readonly<Record<'name' | 'other', string>>;

function reasonOf(one: Timed, other: Timed, isClose: boolean, names: Names, order: Settings['buzzOrder']): string {
  if (isClose) return t(order?.mode === 'level' ? 'whyDrawn' : 'whyEarlier', names);
  const late = one.arrivedAt - other.arrivedAt;
  return late > 0 ? t('whyAlthough', { ...names, late: figure(late) }) : t('whyPlain', names);
}

const timesText = ({ at, arrivedAt, errorMs }: Timed, from: number): string =>
  t('whyTimes', { at: figure(at - from), error: figure(Math.ceil(errorMs)), arrived: figure(arrivedAt - from) });

interface Scale {
  readonly from: number;
  readonly length: number;
}

function scaleOf(times: readonly Timed[]): Scale {
  const from = Math.min(...times.map(({ at, errorMs }) => at - errorMs));
  const to = Math.max(...times.map(({ at, arrivedAt, errorMs }) => Math.max(arrivedAt, at + errorMs)));
  return { from, length: Math.max(1, to - from) };
}

function Bar({ time: { at, arrivedAt, errorMs }, scale: { from, length } }: { time: Timed; scale: Scale }) {
  const percent = (ms: number) => `${(100 * ms) / length}%`;
  return (
    <div className={styles.bar} aria-hidden>
      <i className={styles.way} style={{ insetInlineStart: percent(at - from), width: percent(arrivedAt - at) }} />
      <i
        className={styles.bound}
        style={{ insetInlineStart: percent(at - errorMs - from), width: percent(2 * errorMs) }}
      />
      <i className={styles.touch} style={{ insetInlineStart: percent(at - from) }} />
      <i className={styles.arrival} style={{ insetInlineStart: percent(arrivedAt - from) }} />
    </div>
  );
}
