import { type CurrentView, type QueueEntry, type Settings, SONG_SHIFT_MAX_MS } from '@earworm/rules';
import { IconCircleCheck, IconEqual, IconEye } from '@tabler/icons-react';
import { figure } from '../../platform/i18n/numbers.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { type Certainty, certaintyOf, type Timed, timesOf } from '../live/certainty.js';
import { doubtText } from '../live/doubts.js';
import { seconds } from '../live/times.js';
import { Dialog } from '../ui/dialog.js';
import styles from './why-dialog.module.css';

const t = textsOf('why', {
  first: 'Why was {{name}} first?',
  before: 'Why was {{name}} before {{other}}?',
  sure: 'Sure: {{gap}} ms apart',
  close: 'Too close to call: {{gap}} ms apart',
  plain: '{{name}} buzzed before {{other}}. The difference is larger than the usual error of such times.',
  although:
    '{{name}} buzzed before {{other}}, although {{other}}’s buzz arrived {{late}} ms earlier. The difference is larger than the usual error of such times.',
  drawn: 'Both count as level. A lot decided, drawn before the first buzz arrived.',
  heard:
    'Counted from when each phone played the song, {{name}} buzzed before {{other}}. The difference is larger than the usual error of such times.',
  shifted:
    '{{name}}’s phone played the song {{seconds}} later, so the buzz counts that much earlier. That is what the phone says.',
  allAnswer:
    'They count as level, so all who are level answer, in the order of a lot drawn before the first buzz arrived.',
  earlier: 'The earlier of the measured times counts.',
  overrule: 'Overrule it if you saw otherwise.',
  timesShifted: 'counts at +{{at}} ms, ± {{error}} ms · arrived at +{{arrived}} ms',
  times: 'buzzed at +{{at}} ms, ± {{error}} ms · arrived at +{{arrived}} ms',
  legend: 'Line: the buzz. Box: by how much that may be off. Dashes: on its way. Diamond: arrived.',
  claims:
    'Phones report when they were touched. That is a claim, not proof, so none gains more than {{credit}} ms by its connection.',
  claimsOfSong: 'By what it says of the song, a phone that plays it can gain up to {{most}} s more.',
});

interface WhyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Neighbours in the queue; `isFirst`: its first two. */
  readonly before: QueueEntry;
  readonly entry: QueueEntry;
  readonly isFirst: boolean;
  readonly buzzOrder: Settings['buzzOrder'];
  /** Sent to desks only. */
  readonly doubts?: CurrentView['doubts'];
  /** For who may decide otherwise. */
  readonly forDesk?: boolean;
}

/** Why one player is before another: the answer first, then what was measured. */
export function WhyDialog(props: WhyDialogProps) {
  const { opened, onClose, before, entry, isFirst, buzzOrder, doubts = [], forDesk = false } = props;
  const names = { name: before.name, other: entry.name };
  const times = timesOf([before, entry]);
  const [one, other] = times;
  if (one === undefined || other === undefined) return null;
  const certainty = certaintyOf(before, entry);
  const isClose = certainty !== 'sure';
  const gap = figure(Math.abs(other.at - one.at));
  const Sign = isClose ? IconEqual : IconCircleCheck;
  const scale = scaleOf(times);
  return (
    <Dialog opened={opened} onClose={onClose} title={t(isFirst ? 'first' : 'before', names)}>
      <p className={styles.answer} data-close={isClose}>
        <Sign size={22} aria-hidden />
        <span>
          <strong>{t(isClose ? 'close' : 'sure', { gap })}</strong>
          <span className={styles.reason}>
            {certainty === 'lot' && buzzOrder?.ties === 'allAnswer'
              ? t('allAnswer')
              : reasonOf(one, other, certainty, names, shiftOf(before) + shiftOf(entry) > 0)}
            {forDesk && certainty === 'close' && ` ${t('overrule')}`}
          </span>
        </span>
      </p>
      {[
        { buzz: before, time: one },
        { buzz: entry, time: other },
      ].map(({ buzz, buzz: { playerId, name }, time }) => (
        <figure key={playerId} className={styles.buzz}>
          <figcaption>
            <strong dir="auto">{name}</strong>
          </figcaption>
          <Bar time={time} scale={scale} />
          <p className={styles.times}>{timesText(time, Math.min(one.at, other.at), shiftOf(buzz) > 0)}</p>
          {shiftOf(buzz) > 0 && (
            <p className={styles.times}>{t('shifted', { name, seconds: seconds(shiftOf(buzz)) })}</p>
          )}
          {doubts
            .filter((each) => each.playerId === playerId)
            .map(({ doubt }) => (
              <p key={doubt} className={styles.doubt}>
                <IconEye size={18} aria-hidden />
                <span>{doubtText(doubt, name)}</span>
              </p>
            ))}
        </figure>
      ))}
      <p className={styles.legend}>{t('legend')}</p>
      <p className={styles.legend}>
        {t('claims', { credit: figure(buzzOrder?.creditMs ?? 0) })}
        {[before, entry].some(({ evidence }) => evidence?.heardFromMs !== undefined) &&
          ` ${t('claimsOfSong', { most: figure(SONG_SHIFT_MAX_MS / 1_000) })}`}
      </p>
    </Dialog>
  );
}

/** By how much a buzz counts earlier because its phone played the song later. */
const shiftOf = ({ evidence }: QueueEntry): number => evidence?.shiftMs ?? 0;

type Names = Readonly<Record<'name' | 'other', string>>;

function reasonOf(one: Timed, other: Timed, certainty: Certainty | null, names: Names, isShifted: boolean): string {
  if (certainty === 'lot') return t('drawn');
  if (certainty === 'close') return t('earlier');
  if (isShifted) return t('heard', names);
  const late = one.arrivedAt - other.arrivedAt;
  return late > 0 ? t('although', { ...names, late: figure(late) }) : t('plain', names);
}

const timesText = ({ at, arrivedAt, errorMs }: Timed, from: number, isShifted: boolean): string =>
  t(isShifted ? 'timesShifted' : 'times', {
    at: figure(at - from),
    error: figure(Math.ceil(errorMs)),
    arrived: figure(arrivedAt - from),
  });

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
