import { Button, Checkbox, NumberInput } from '@mantine/core';
import { type ErrorCode, SHOW_LIMITS, type ShowDetail } from '@earworm/contracts';
import { useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { messageOf } from '../../platform/i18n/t.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useRooms } from '../../shared/shows/use-show.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { Failed } from '../../shared/ui/empty-state.js';
import { exactly } from '../../shared/ui/relative-time.js';
import styles from './standings.module.css';
import { t } from './advance-texts.js';
import {
  type Chosen,
  type People,
  type Plan,
  useAdvance,
  useAdvances,
  useProgress,
  useRelease,
} from './use-advance.js';
import type { Asked } from './use-standings.js';

interface Props {
  readonly show: ShowDetail;
  readonly asked: Asked;
  readonly opened: boolean;
  onClose(): void;
}

/** First who and where, then what follows from it, then how far it is; it continues without this dialog. */
export function AdvanceDialog({ show, asked, opened, onClose }: Props) {
  const { showId } = show;
  const { isBusy, plan, jobId, look, send, watch, back } = useAdvance(showId);
  const [count, setCount] = useState<Count>(20);
  const [roomIds, choose] = useState<readonly string[]>([]);
  const close = () => {
    watch(null);
    back();
    onClose();
  };
  const title = t(jobId !== null ? 'progressTitle' : plan !== null ? 'planTitle' : 'title');
  return (
    <Dialog opened={opened} onClose={close} title={title} size="lg">
      {jobId !== null ? (
        <Progress showId={showId} jobId={jobId} onClose={close} />
      ) : plan !== null ? (
        <Preview plan={plan} isBusy={isBusy} onBack={back} onSend={() => void send()} />
      ) : (
        <Choice
          {...{ show, asked, isBusy, count, roomIds }}
          onCount={setCount}
          onRooms={choose}
          onLook={(chosen) => void look(chosen)}
          onWatch={watch}
        />
      )}
    </Dialog>
  );
}

/** Empty while it is being typed. */
type Count = number | '';

interface ChoiceProps extends Omit<Chosen, 'count'> {
  readonly count: Count;
  readonly show: ShowDetail;
  readonly isBusy: boolean;
  onCount(count: Count): void;
  onRooms(roomIds: readonly string[]): void;
  onLook(chosen: Chosen): void;
  onWatch(jobId: string): void;
}

function Choice({ show, asked, isBusy, count, roomIds, onCount, onRooms, onLook, onWatch }: ChoiceProps) {
  const query = useRooms(show.showId, show);
  const earlier = useAdvances(show.showId).data ?? [];
  const rooms = (query.data ?? []).filter(({ gameId }) => gameId !== null);
  const isCount = count !== '' && count >= 1 && count <= SHOW_LIMITS.advancedMost;
  return (
    <>
      <p>{t('lead')}</p>
      <NumberInput
        label={t(asked.kind === 'teams' ? 'countTeams' : 'countPlayers')}
        value={count}
        onChange={(value) => onCount(typeof value === 'number' ? value : '')}
        min={1}
        max={SHOW_LIMITS.advancedMost}
        allowDecimal={false}
      />
      {query.isError && <Failed title={t('failed')} hint={errorText(query.error)} query={query} />}
      {query.data !== undefined && rooms.length === 0 && <p>{t('noRooms')}</p>}
      {rooms.length > 0 && (
        <>
          <Checkbox.Group
            mt="md"
            label={t('rooms')}
            description={t('roomsHint')}
            value={[...roomIds]}
            onChange={(ids) => onRooms(rooms.map(({ roomId }) => roomId).filter((id) => ids.includes(id)))}
          >
            <div className={styles.rooms}>
              {rooms.map(({ roomId, number, name }) => (
                <Checkbox key={roomId} value={roomId} label={t('roomOf', { number, name })} />
              ))}
            </div>
          </Checkbox.Group>
          <p className={styles.note}>
            {t('chosen', { n: figure(roomIds.length), all: figure(rooms.length) })}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => onRooms(rooms.map(({ roomId }) => roomId))}>
              {t('all')}
            </Button>
          </p>
        </>
      )}
      <Button
        fullWidth
        loading={isBusy}
        disabled={roomIds.length === 0 || !isCount}
        onClick={() => isCount && onLook({ asked, count, roomIds })}
      >
        {t('preview')}
      </Button>
      {earlier.length > 0 && (
        <>
          <h3 className={styles.earlier}>{t('earlier')}</h3>
          {earlier.map(({ jobId, askedAt, people, arrived }) => (
            <Button key={jobId} variant="default" fullWidth mb={6} onClick={() => onWatch(jobId)}>
              {t('earlierOf', { time: exactly(askedAt), n: figure(arrived), all: figure(people) })}
            </Button>
          ))}
        </>
      )}
    </>
  );
}

type Person = Pick<People[number], 'rank' | 'name' | 'team' | 'from' | 'to'>;
const named = ({ name, team }: Person) => (team === undefined ? name : t('ofTeam', { name, team }));

function Facts({ person }: { person: Person }) {
  const { rank, from, to } = person;
  return (
    <>
      <b dir="auto">{t('place', { rank: figure(rank), name: named(person) })}</b>
      <span dir="auto">{t('goes', { from: t('roomOf', { ...from }), to: t('roomOf', { ...to }) })}</span>
    </>
  );
}

interface PreviewProps {
  readonly plan: Plan;
  readonly isBusy: boolean;
  onBack(): void;
  onSend(): void;
}

function Preview({ plan: { people }, isBusy, onBack, onSend }: PreviewProps) {
  const going = people.filter(({ code }) => code === null);
  const rooms = new Set(going.map(({ to }) => to.roomId)).size;
  const inRooms = t('inRooms', { count: rooms, n: figure(rooms) });
  return (
    <>
      {people.length === 0 ? <p>{t('nobody')}</p> : <p className={styles.note}>{t('order')}</p>}
      <ol className={styles.people} aria-label={t('planTitle')}>
        {people.map((person) => (
          <li key={person.playerId}>
            <Facts person={person} />
            {person.code !== null && <em>{t('cannot', { reason: messageOf(person.code as ErrorCode) })}</em>}
          </li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button variant="default" disabled={isBusy} onClick={onBack}>
          {t('back')}
        </Button>
        <Button loading={isBusy} disabled={going.length === 0} onClick={onSend}>
          {t('send', { count: going.length, n: figure(going.length), rooms: inRooms })}
        </Button>
      </div>
    </>
  );
}

/** Who is missing comes first. */
const URGENCY = ['absent', 'failed', 'sent', 'reserved', 'waiting', 'arrived', 'released'] as const;

function Progress({ showId, jobId, onClose }: { showId: string; jobId: string; onClose(): void }) {
  const query = useProgress(showId, jobId);
  const { busy, release } = useRelease(showId, jobId);
  const [asked, ask] = useState<People[number] | null>(null);
  if (query.data === undefined)
    return query.isError ? (
      <Failed title={t('failed')} hint={errorText(query.error)} query={query} />
    ) : (
      <p role="status">{t('loading')}</p>
    );
  const { kind, people } = query.data;
  const counted = people.filter(({ state }) => state !== 'released');
  const [there, absent] = (['arrived', 'absent'] as const).map(
    (wanted) => counted.filter(({ state }) => state === wanted).length,
  ) as [number, number];
  return (
    <>
      <p role="status">
        {t('there', { n: figure(there), all: figure(counted.length) })}
        {absent > 0 && ` · ${t('absent', { count: absent, n: figure(absent) })}`}
      </p>
      <ol className={styles.people} aria-label={t('people')}>
        {people
          .toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state))
          .map((person) => (
            <li key={person.playerId} data-state={person.state}>
              <Facts person={person} />
              <em>
                {t(`s_${person.state}`)}
                {person.code !== null && `: ${messageOf(person.code as ErrorCode)}`}
              </em>
              <div className={styles.ways}>
                {kind === 'players' && (person.state === 'absent' || person.state === 'failed') && (
                  <Button
                    size="compact-sm"
                    loading={busy.has(person.playerId)}
                    aria-label={t('replaceOf', { name: person.name })}
                    onClick={() => void release(person.playerId, true)}
                  >
                    {t('replace')}
                  </Button>
                )}
                {(person.state === 'absent' || person.state === 'sent') && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={busy.has(person.playerId)}
                    aria-label={t('releaseOf', { name: person.name })}
                    onClick={() => ask(person)}
                  >
                    {t('release')}
                  </Button>
                )}
              </div>
            </li>
          ))}
      </ol>
      <Button variant="default" fullWidth onClick={onClose}>
        {t('close')}
      </Button>
      <Confirm
        opened={asked !== null}
        title={t('releaseTitle', { name: asked?.name ?? '' })}
        text={t('releaseText', { name: asked?.name ?? '' })}
        yes={t('release')}
        onClose={() => ask(null)}
        onYes={() => asked !== null && void release(asked.playerId, false)}
      />
    </>
  );
}
