import { Button, Progress, SegmentedControl } from '@mantine/core';
import type { Room, ShowDetail } from '@earworm/contracts';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { figure } from '../../platform/i18n/numbers.js';
import { notify } from '../../platform/notifications/notify.js';
import { FormError } from '../../shared/ui/form.js';
import { saveCsv } from '../../shared/ui/save-file.js';
import styles from './add-rooms.module.css';
import { faultsOf } from './fault-words.js';
import { PreviewLine } from './preview-line.js';
import { changeOf, type LineChange, roomsById } from './room-change.js';
import type { RoomLine } from './room-lines.js';
import { faultsCsv } from './rooms-csv.js';
import { t } from './texts.js';
import { useSaveRooms } from './use-save-rooms.js';

interface Props {
  readonly show: ShowDetail;
  readonly rooms: readonly Room[];
  readonly lines: readonly RoomLine[];
}

const ROWS_AT_ONCE = 100;
const CHANGES: readonly LineChange[] = ['new', 'changed', 'unchanged', 'fault'];

/** What would happen to every line. Nothing happens before it is confirmed. */
export function RoomsPreview({ show, rooms, lines }: Props) {
  const navigate = useNavigate();
  const known = useMemo(() => roomsById(rooms), [rooms]);
  const checked = useMemo(
    () => lines.map((line) => ({ line, change: line.row === null ? ('fault' as const) : changeOf(line.row, known) })),
    [lines, known],
  );
  const count = (change: LineChange) => checked.filter((each) => each.change === change).length;
  const faults = count('fault');
  const [wanted, setWanted] = useState<LineChange | 'all'>(faults > 0 ? 'fault' : 'all');
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const found = wanted === 'all' || count(wanted) === 0 ? checked : checked.filter(({ change }) => change === wanted);
  const saved = useMemo(
    () => checked.flatMap(({ line, change }) => (change === 'unchanged' || line.row === null ? [] : [line.row])),
    [checked],
  );
  const saving = useSaveRooms(show.showId);
  const roomsAfter = rooms.length + count('new');
  const peopleAfter = roomsAfter * show.facts.peoplePerRoom;
  const fits = roomsAfter <= show.quota.rooms && peopleAfter <= show.quota.people;
  const confirm = async () => {
    if (!(await saving.run(saved))) return;
    await notify(t('roomsSaved', { count: saved.length, n: figure(saved.length) }), 'success');
    await navigate(`/events/${show.showId}`);
  };
  return (
    <div className={styles.preview}>
      <section className={styles.lines} aria-label={t('previewLines')}>
        <SegmentedControl
          aria-label={t('showLines')}
          value={wanted === 'all' || count(wanted) > 0 ? wanted : 'all'}
          data={[
            { value: 'all', label: t('lines_all', { n: figure(lines.length) }) },
            ...CHANGES.filter((change) => count(change) > 0).map((value) => ({
              value,
              label: t(`lines_${value}`, { n: figure(count(value)) }),
            })),
          ]}
          onChange={(value) => {
            setWanted(value as LineChange | 'all');
            setShown(ROWS_AT_ONCE);
          }}
        />
        <ol className={styles.rows}>
          {found.slice(0, shown).map(({ line, change }) => (
            <PreviewLine key={line.line} line={line} change={change} timeZone={show.facts.timeZone} />
          ))}
        </ol>
        {found.length > shown && (
          <Button variant="default" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
            {t('showMore')}
          </Button>
        )}
      </section>
      <aside className={styles.summary} aria-label={t('summary')}>
        <h2 className={styles.title}>{t('whatHappens')}</h2>
        <dl className={styles.counts}>
          {CHANGES.map((change) => (
            <div key={change} className={styles.count} data-change={change}>
              <dd>{figure(count(change))}</dd>
              <dt>{t(`change_${change}`)}</dt>
            </div>
          ))}
        </dl>
        <h2 className={styles.title}>{t('headRoom')}</h2>
        <QuotaUse title={t('roomsFact')} value={roomsAfter} most={show.quota.rooms} />
        <QuotaUse title={t('people')} value={peopleAfter} most={show.quota.people} />
        <p className={styles.hint} data-warning={!fits || undefined} role="status">
          {t(fits ? 'fits' : 'fitsNot')}
        </p>
        <FormError>
          {saving.failure !== null &&
            (saving.done > 0
              ? t('saveStopped', { n: figure(saving.done), all: figure(saved.length), why: saving.failure })
              : saving.failure)}
        </FormError>
        {saving.busy && (
          <Progress
            value={(100 * saving.done) / saved.length}
            aria-label={t('savedOf', { n: figure(saving.done), all: figure(saved.length) })}
          />
        )}
        <Button fullWidth disabled={saved.length === 0 || !fits} loading={saving.busy} onClick={() => void confirm()}>
          {t('saveRooms', { count: saved.length, n: figure(saved.length) })}
        </Button>
        {faults > 0 && (
          <>
            <Button
              fullWidth
              variant="default"
              leftSection={<IconDownload size={20} aria-hidden />}
              onClick={() =>
                saveCsv(
                  'faults.csv',
                  faultsCsv(
                    lines.filter(({ row }) => row === null),
                    faultsOf,
                  ),
                )
              }
            >
              {t('saveFaults', { count: faults, n: figure(faults) })}
            </Button>
            <p className={styles.hint}>{t('faultsLeft')}</p>
          </>
        )}
        {saved.length === 0 && faults === 0 && <p className={styles.hint}>{t('nothingToSave')}</p>}
      </aside>
    </div>
  );
}

/** How much of the quota would be used. */
const QuotaUse = ({ title, value, most }: { title: string; value: number; most: number }) => (
  <div className={styles.quota}>
    <span>{title}</span>
    <b>{t('ofMost', { n: figure(value), most: figure(most) })}</b>
    <Progress value={Math.min(100, (100 * value) / most)} color={value > most ? 'red' : undefined} aria-label={title} />
  </div>
);
