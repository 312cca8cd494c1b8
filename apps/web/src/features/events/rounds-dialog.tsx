import { Button, Text } from '@mantine/core';
import { type Room, type RoomRounds, SHOW_LIMITS, type TemplateId } from '@earworm/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { errorText, notify } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { titleOf } from '../../shared/board-editor/add-template.js';
import { TemplatePicker } from '../../shared/board-editor/load-dialog.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { Failed } from '../../shared/ui/empty-state.js';
import { FormError } from '../../shared/ui/form.js';
import { Skeletons } from '../../shared/ui/skeletons.js';
import styles from './events.module.css';
import { rowOf } from './room-change.js';
import { t } from './texts.js';

interface Props {
  readonly showId: string;
  readonly room: Room;
  readonly onClose: () => void;
}

/** What is planned for a room after its first game, and what starts the next of it. */
export function RoundsDialog({ showId, room, onClose }: Props) {
  const { roomId, number, name } = room;
  const me = useSession(({ user }) => user?.id ?? '');
  const query = useQuery({
    queryKey: ['shows', me, showId, 'rounds', roomId],
    queryFn: () => http.call('readRounds', { params: { showId, roomId } }),
    staleTime: 0,
  });
  const { busy, failure, run } = useRun();
  const rounds = query.data;
  return (
    <Dialog opened onClose={onClose} title={t('roundsTitle', { number, name })} size="lg">
      {rounds === undefined &&
        (query.isError ? (
          <Failed title={t('roundsFailed')} hint={errorText(query.error)} query={query} />
        ) : (
          <Skeletons label={t('loading')} count={2} height={50} />
        ))}
      {rounds !== undefined && (
        // What was chosen is forgotten where the room has another game or another plan.
        <Plan
          key={JSON.stringify([rounds.gameId, rounds.planned, room.laterTemplateIds])}
          {...{ showId, room, rounds, busy, failure, run }}
        />
      )}
    </Dialog>
  );
}

type Run = (work: () => Promise<unknown>, done: string) => Promise<void>;

/** What an operator asks for; the event is read again afterwards. */
function useRun(): { readonly busy: boolean; readonly failure: string | null; readonly run: Run } {
  const reread = useRereadShows();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run: Run = async (work, done) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      await notify(done, 'success');
    } catch (error) {
      setFailure(errorText(error));
    }
    await reread();
    setBusy(false);
  };
  return { busy, failure, run };
}

interface PlannedRound {
  readonly templateId: TemplateId;
  readonly title: string | null;
}

interface PlanProps extends Omit<Props, 'onClose'>, ReturnType<typeof useRun> {
  readonly rounds: RoomRounds;
}

function Plan({ showId, room, rounds, busy, failure, run }: PlanProps) {
  const { round, planned } = rounds;
  const [later, setLater] = useState<readonly PlannedRound[]>(() =>
    room.laterTemplateIds.map((templateId, at) => ({ templateId, title: planned[at + 1]?.title ?? null })),
  );
  /** Which of them gets a template; as many as there are: one more. */
  const [choosing, choose] = useState<number | null>(null);
  if (choosing !== null)
    return (
      <div className={styles.stack}>
        <TemplatePicker
          onPick={(template) => {
            const { templateId } = template;
            setLater([
              ...later.slice(0, choosing),
              { templateId, title: titleOf(template) },
              ...later.slice(choosing + 1),
            ]);
            choose(null);
          }}
        />
        <Button variant="default" onClick={() => choose(null)}>
          {t('roundBack')}
        </Button>
      </div>
    );
  const laterTemplateIds = later.map(({ templateId }) => templateId);
  const isChanged = String(laterTemplateIds) !== String(room.laterTemplateIds);
  const hasNext = later.length >= round;
  const save = () => {
    const rows = [{ ...rowOf(room), laterTemplateIds }];
    return run(() => http.call('saveRooms', { params: { showId }, body: { rows } }), t('roundsSaved'));
  };
  return (
    <div className={styles.stack}>
      <ol className={styles.rounds} aria-label={t('rounds')}>
        <li data-now={round === 1 || undefined}>
          <span dir="auto">{planned[0]?.title ?? t('roundFirst')}</span>
          <Passed n={1} round={round} />
        </li>
        {later.map(({ templateId, title }, at) => (
          <li key={`${at} ${templateId}`} data-now={round === at + 2 || undefined}>
            <span dir="auto">{title ?? t('roundGone')}</span>
            {at + 2 <= round ? (
              <Passed n={at + 2} round={round} />
            ) : (
              <span>
                <Button variant="subtle" size="xs" onClick={() => choose(at)}>
                  {t('templateOther')}
                </Button>
                <Button
                  variant="subtle"
                  size="xs"
                  aria-label={t('roundRemove', { n: at + 2, title: title ?? '' })}
                  onClick={() => setLater(later.filter((_, other) => other !== at))}
                >
                  {t('remove')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      {!hasNext && <Text size="sm">{t('roundsHint')}</Text>}
      <FormError>{failure}</FormError>
      <div className={styles.acts}>
        {later.length < SHOW_LIMITS.rounds - 1 && (
          <Button variant="default" onClick={() => choose(later.length)}>
            {t('roundAdd')}
          </Button>
        )}
        {isChanged && (
          <Button loading={busy} onClick={() => void save()}>
            {t('roundsSave')}
          </Button>
        )}
        {!isChanged && hasNext && <Begin {...{ showId, room, rounds, busy, run }} />}
      </div>
    </div>
  );
}

const Passed = ({ n, round }: { n: number; round: number }) => (
  <span className={styles.dim}>{t(n === round ? 'roundNow' : 'roundOver')}</span>
);

function Begin({ showId, room: { roomId, name }, rounds, busy, run }: Omit<PlanProps, 'failure'>) {
  const [asks, ask] = useState(false);
  const n = rounds.round + 1;
  const begin = () => {
    const body = { round: n, after: rounds.gameId };
    return run(() => http.call('beginRound', { params: { showId, roomId }, body }), t('roundBegun', { n, name }));
  };
  return (
    <>
      <Button loading={busy} onClick={() => ask(true)}>
        {t('roundBegin', { n })}
      </Button>
      <Confirm
        opened={asks}
        title={t('roundBeginTitle', { n, name })}
        text={t(rounds.status === 'completed' ? 'roundBeginText' : 'roundBeginEnds')}
        yes={t('roundBegin', { n })}
        onClose={() => ask(false)}
        onYes={() => void begin()}
      />
    </>
  );
}
