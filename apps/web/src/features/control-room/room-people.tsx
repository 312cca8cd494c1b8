import { Button, Text } from '@mantine/core';
import type { RoomAct, RoomNow, RouteReply } from '@earworm/contracts';
import type { Command, GameId } from '@earworm/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { figure } from '../../platform/i18n/numbers.js';
import { errorText, notifyError } from '../../platform/notifications/notify.js';
import { PeopleLists } from '../../shared/people/people-lists.js';
import { usePlayerActions } from '../../shared/people/player-actions.js';
import { t as names } from '../../shared/people/name-texts.js';
import { t as people } from '../../shared/people/texts.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Failed } from '../../shared/ui/empty-state.js';
import { PageSpinner } from '../../shared/ui/page.js';
import styles from './control-room.module.css';
import { roomTitle, t } from './texts.js';

type StaffView = RouteReply<'roomStaffView'>;

interface Props {
  readonly showId: string;
  readonly room: RoomNow;
  act(wanted: RoomAct): Promise<void>;
  onClose(): void;
}

/** The answer and the players of a room: after a tap, as each look is recorded. */
export function RoomPeople({ showId, room, act, onClose }: Props) {
  const [isWanted, want] = useState(false);
  const { roomId, gameId = '' as GameId } = room;
  const query = useQuery({
    queryKey: ['shows', showId, 'staff-view', roomId, gameId],
    queryFn: () => http.call('roomStaffView', { params: { showId, roomId, gameId } }),
    enabled: isWanted,
    // Each look is an entry in the audit log.
    ...{ staleTime: Infinity, gcTime: 0, retry: false },
  });
  const give = async (command: Command) => {
    try {
      await act(command as RoomAct);
    } catch (error) {
      void notifyError(error);
      return false;
    }
    await query.refetch();
    return true;
  };
  const actions = usePlayerActions(give, RIGHTS);
  return (
    <>
      <Dialog opened={!actions.isOpen} onClose={onClose} title={t('peopleTitle', { room: roomTitle(room) })} size="md">
        {!isWanted && (
          <>
            <Text mb="md">{t('peopleText')}</Text>
            <Button data-tone="now" onClick={() => want(true)}>
              {t('peopleYes')}
            </Button>
          </>
        )}
        {isWanted && query.isError && <Failed title={t('peopleFailed')} hint={errorText(query.error)} query={query} />}
        {isWanted && query.isPending && <PageSpinner />}
        {query.data !== undefined && (
          <>
            <Answer question={query.data.question} />
            <SeatRequests requests={query.data.seatRequests} give={give} />
            <ReportedNames reported={query.data.reported ?? []} give={give} />
            <PeopleLists
              people={query.data.players.filter(({ removed }) => removed === null)}
              banned={query.data.players.filter(({ removed }) => removed === 'banned')}
              rights={RIGHTS}
              menu={actions.menu}
              onLiftBan={(playerId) => void give({ type: 'removePlayer', playerId, ban: false })}
            />
            <div className={styles.acts}>
              <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
                {t('peopleAgain')}
              </Button>
            </div>
          </>
        )}
      </Dialog>
      {actions.dialog}
    </>
  );
}

/** Scores are the crew's: an operator joins it to change them. */
const RIGHTS = {
  barred: (needed: string) => {
    const isBarred = needed === 'judge';
    return { disabled: isBarred, title: isBarred ? t('scoresAtDesk') : undefined };
  },
};

function Answer({ question }: Pick<StaffView, 'question'>) {
  if (question === null) return <Text mb="md">{t('noAnswer')}</Text>;
  const { category, points, answer, songName } = question;
  const facts = [
    [t('answer'), answer],
    [t('songName'), songName],
    [t('question'), t('questionFor', { category, points: figure(points) })],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface SeatRequestsProps {
  readonly requests: StaffView['seatRequests'];
  give(command: Command): Promise<boolean>;
}

function SeatRequests({ requests, give }: SeatRequestsProps) {
  return requests.map(({ playerId, seat, name, score }) => {
    const answer = (allow: boolean) => () => void give({ type: 'answerSeatRequest', playerId, seat, allow });
    return (
      <section key={playerId} aria-label={t('seatAsked', { name, points: figure(score) })}>
        <p>{t('seatAsked', { name, points: figure(score) })}</p>
        <div className={styles.acts}>
          <Button onClick={answer(true)}>{t('seatAllow')}</Button>
          <Button variant="default" onClick={answer(false)}>
            {t('seatRefuse')}
          </Button>
        </div>
      </section>
    );
  });
}

interface ReportedNamesProps {
  readonly reported: NonNullable<StaffView['reported']>;
  give(command: Command): Promise<boolean>;
}

/** Another name, or the end of the game for the player, is in the list of players. */
function ReportedNames({ reported, give }: ReportedNamesProps) {
  return reported.map(({ id: playerId, name, reports }) => (
    <section key={playerId} aria-label={`${people('reportedNames')}: ${name}`}>
      <p>
        <bdi>{name}</bdi> · {names('reportedBy', { count: reports })}
      </p>
      <div className={styles.acts}>
        <Button
          variant="default"
          aria-label={names('keepName', { name })}
          onClick={() => void give({ type: 'keepName', playerId, name })}
        >
          {names('keep')}
        </Button>
      </div>
    </section>
  ));
}
