import { Anchor, Button, Text } from '@mantine/core';
import { newId } from '@earworm/client';
import { REASON_MAX_LENGTH } from '@earworm/rules';
import type { RoomAct, RoomNow } from '@earworm/contracts';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { messageOf } from '../../platform/i18n/t.js';
import { errorText, notifyError } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { keepModeratorMark } from '../../platform/storage/game-marks.js';
import { AnnounceDialog } from '../../shared/announcements/announce-dialog.js';
import { t as announcements } from '../../shared/announcements/texts.js';
import { RoomLinkDialog } from '../../shared/crew/room-link-dialog.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { Form, FormError } from '../../shared/ui/form.js';
import { TextField } from '../../shared/ui/text-fields.js';
import { BulkActDialog, type BulkAct } from './bulk-act-dialog.js';
import styles from './control-room.module.css';
import { HandOverDialog } from './hand-over-dialog.js';
import { MoveStartDialog } from './move-start-dialog.js';
import { RoomPeople } from './room-people.js';
import { timeOfDay } from './times.js';
import { type Act, roomTitle, t } from './texts.js';

interface Props {
  readonly showId: string;
  readonly room: RoomNow;
  readonly timeZone: string;
  /** What the room was opened for. */
  readonly at?: Act | undefined;
}

/** Acts that a game refuses if it is already as they would make it. */
const SWITCHES: ReadonlySet<RoomAct['type']> = new Set([
  ...(['pauseGame', 'resumeGame', 'holdStart', 'releaseStart'] as const),
  ...(['completeGame', 'reopenGame', 'lockJoining', 'solveHelp'] as const),
]);

/**
 * Repeated after a failure, an act is the same one to the server. One of `SWITCHES` is so only until something has happened
 * in the game: what was paused may have been resumed since.
 */
function useAct({ showId, room: { roomId, gameId, lastActionAt } }: Pick<Props, 'showId' | 'room'>) {
  const commandIds = useRef(new Map<string, string>());
  return async (act: RoomAct) => {
    if (gameId === undefined) return;
    const key = JSON.stringify([gameId, act, SWITCHES.has(act.type) && lastActionAt]);
    const commandId = commandIds.current.get(key) ?? newId();
    commandIds.current.set(key, commandId);
    await http.call('actInRoom', { params: { showId, roomId }, body: { after: gameId, commandId, act } });
    commandIds.current.delete(key);
  };
}

const JOINING: Partial<Record<Act, 'takeOver' | 'help'>> = { 'take-over': 'takeOver', help: 'help' };

/** What an operator does in the game of a room. */
export function RoomActs({ showId, room, timeZone, at }: Props) {
  const { members = [], state, help, joiningLocked, startHeldSince, pausedSince, questionId } = room;
  const act = useAct({ showId, room });
  const [joining, join] = useState(at === undefined ? null : (JOINING[at] ?? null));
  const [isEnding, askToEnd] = useState(false);
  const [skipped, askToSkip] = useState(at === 'skip-question' ? questionId : undefined);
  const [arePeopleOpen, openPeople] = useState(false);
  const [isLinkOpen, openLink] = useState(at === 'replace-link');
  const [isGiving, giveDesk] = useState(false);
  const [isAnnouncing, announce] = useState(at === 'announce');
  const [isMoving, moveStart] = useState(at === 'extend-start');
  const [isRoundAsked, askForRound] = useState(false);
  const [bulkAct, begin] = useState<BulkAct | null>(null);
  const run = (wanted: RoomAct) => () => void act(wanted).catch((error: unknown) => notifyError(error));
  if (room.gameId === undefined) return null;
  const timeline = (
    <Anchor
      component={Link}
      to={`/events/${showId}/rooms/${room.roomId}/games/${room.gameId}/timeline`}
      target="_blank"
      underline="always"
    >
      {t('timeline')}
    </Anchor>
  );
  const nextRound = (
    <>
      <Button variant="default" onClick={() => askForRound(true)}>
        {t('nextRound')}
      </Button>
      <Confirm
        opened={isRoundAsked}
        title={t('nextRoundTitle', { room: roomTitle(room) })}
        text={t(state === 'completed' ? 'nextRoundText' : 'nextRoundEnds')}
        yes={t('manyYes_beginRound')}
        onClose={() => askForRound(false)}
        onYes={() => begin({ jobId: newId(), act: { type: 'beginRound' }, rooms: [room] })}
      />
    </>
  );
  const results = bulkAct !== null && (
    <BulkActDialog key={bulkAct.jobId} showId={showId} wanted={bulkAct} onClose={() => begin(null)} />
  );
  if (state === 'completed')
    return (
      <div className={styles.acts}>
        <Button variant="default" onClick={run({ type: 'reopenGame' })}>
          {t('reopen')}
        </Button>
        {nextRound}
        {timeline}
        {results}
      </div>
    );
  return (
    <div className={styles.acts}>
      <Button data-tone="now" onClick={() => join('takeOver')}>
        {t('takeOver')}
      </Button>
      <Button variant="default" onClick={() => join('help')}>
        {t('helpThere')}
      </Button>
      {help !== undefined && (
        <Button variant="default" onClick={run({ type: 'solveHelp' })}>
          {t('helpDone')}
        </Button>
      )}
      {members.length > 0 && (
        <Button variant="default" onClick={() => giveDesk(true)}>
          {t('giveDesk')}
        </Button>
      )}
      <Button variant="default" onClick={() => openLink(true)}>
        {t('newLink')}
      </Button>
      <Button variant="default" onClick={run({ type: 'lockJoining', locked: joiningLocked !== true })}>
        {t(joiningLocked === true ? 'unlock' : 'lock')}
      </Button>
      {state === 'setup' && (
        <Button variant="default" onClick={run({ type: startHeldSince === undefined ? 'holdStart' : 'releaseStart' })}>
          {t(startHeldSince === undefined ? 'hold' : 'release')}
        </Button>
      )}
      {state === 'setup' && (
        <Button variant="default" onClick={() => moveStart(true)}>
          {t('moveStart')}
        </Button>
      )}
      {state === 'playing' && (
        <Button
          variant="default"
          autoFocus={at === 'pause'}
          onClick={run({ type: pausedSince === undefined ? 'pauseGame' : 'resumeGame' })}
        >
          {t(pausedSince === undefined ? 'pause' : 'resume')}
        </Button>
      )}
      {questionId !== undefined && pausedSince === undefined && (
        <Button variant="default" onClick={() => askToSkip(questionId)}>
          {t('skip')}
        </Button>
      )}
      <Button variant="default" onClick={() => openPeople(true)}>
        {t('people')}
      </Button>
      <Button variant="default" onClick={() => announce(true)}>
        {announcements('announce')}
      </Button>
      {state === 'playing' && nextRound}
      <Button variant="default" data-tone="wrong" onClick={() => askToEnd(true)}>
        {t('end')}
      </Button>
      {timeline}
      <Confirm
        opened={isEnding}
        title={t('endTitle', { room: roomTitle(room) })}
        text={t('endText')}
        yes={t('endYes')}
        tone="wrong"
        onClose={() => askToEnd(false)}
        onYes={run({ type: 'completeGame' })}
      />
      <Confirm
        opened={skipped !== undefined}
        title={t('skipTitle', { room: roomTitle(room) })}
        text={t('skipText')}
        yes={t('skipYes')}
        tone="wrong"
        onClose={() => askToSkip(undefined)}
        onYes={() => skipped && run({ type: 'markUnanswered', questionId: skipped })()}
      />
      <AnnounceDialog
        opened={isAnnouncing}
        lead={announcements('lead')}
        announce={async (announced) => {
          await act({ type: 'announce', ...announced });
          return true;
        }}
        onClose={() => announce(false)}
      />
      {isMoving && (
        <MoveStartDialog
          lead={t('moveStartOf', { room: roomTitle(room), time: timeOfDay(room.startsAt, timeZone) })}
          startsAt={room.startsAt}
          timeZone={timeZone}
          move={(wanted) => {
            moveStart(false);
            begin({ jobId: newId(), act: wanted, rooms: [room] });
          }}
          onClose={() => moveStart(false)}
        />
      )}
      {results}
      {arePeopleOpen && <RoomPeople showId={showId} room={room} act={act} onClose={() => openPeople(false)} />}
      {isGiving && <HandOverDialog room={room} act={act} onClose={() => giveDesk(false)} />}
      {isLinkOpen && <RoomLinkDialog showId={showId} room={room} renew onClose={() => openLink(false)} />}
      {joining !== null && <JoinDialog room={room} type={joining} act={act} onClose={() => join(null)} />}
    </div>
  );
}

interface JoinProps {
  readonly room: RoomNow;
  readonly type: 'takeOver' | 'help';
  act(wanted: RoomAct): Promise<void>;
  onClose(): void;
}

/** The operator joins the crew, for a reason that the crew reads. */
function JoinDialog({ room, type, act, onClose }: JoinProps) {
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async () => {
    if (reason.trim() === '') return setMissing(true);
    setBusy(true);
    try {
      await act({ type, reason: reason.trim() });
      await openDesk();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const openDesk = async () => {
    const { gameId = '', gameCode, name, state } = room;
    const userId = useSession.getState().user?.id;
    keepModeratorMark(gameId, { moderatorName: name, gameCode: gameCode ?? '', userId });
    await navigate(state === 'setup' ? `/setup/${gameId}` : `/game/${gameId}`);
  };
  return (
    <Dialog opened onClose={onClose} title={t(`${type}Title`, { room: roomTitle(room) })} size="sm">
      <Form onSubmit={() => void send()}>
        <Text mb="md">{t(`${type}Text`)}</Text>
        <TextField
          label={t('reason')}
          withAsterisk
          required
          data-autofocus
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          error={isMissing && messageOf('reason-required')}
          onChange={(typed) => {
            setReason(typed);
            setMissing(false);
          }}
        />
        <FormError>{Boolean(error) && errorText(error)}</FormError>
        <div className={styles.acts}>
          <Button type="submit" data-tone={type === 'takeOver' ? 'wrong' : 'now'} loading={busy}>
            {t(`${type}Yes`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
