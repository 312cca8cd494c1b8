import type { ClientState } from '@earworm/client';
import { textsOf } from '../../platform/i18n/texts.js';
import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { Command, GameView, SeatRequestView } from '@earworm/rules';
import { useRights } from './use-rights.js';
import { useJustMounted } from '../ui/timed-state.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './seat-requests.module.css';

/** Here and not among the shared texts, which every page loads first. */
const t = textsOf('seats', {
  seatRequests: 'Request for a seat',
  seatRequest_one: 'Someone on another device is asking for {{name}}’s seat, {{points}} point.',
  seatRequest_other: 'Someone on another device is asking for {{name}}’s seat, {{points}} points.',
  holderOnline: 'The seat’s own device is still connected.',
  holderOffline: 'The seat’s own device is not connected.',
  seatRequestsMore_one: '{{count}} more request',
  seatRequestsMore_other: '{{count}} more requests',
  allow: 'Allow',
  refuse: 'Refuse',
  manyJoins_one: 'Many people are joining from the same network. {{count}} player is still waiting.',
  manyJoins_other: 'Many people are joining from the same network. {{count}} players are still waiting.',
  asksBack_one: '{{name}} asks to come back, {{points}} point.',
  asksBack_other: '{{name}} asks to come back, {{points}} points.',
  wasRemoved: 'You removed this player. Joining stays locked for others.',
});

export function ManyJoins({ presence, className }: { presence: ClientState['presence']; className?: string }) {
  const count = presence?.delayed ?? 0;
  if (count === 0) return null;
  return (
    <p role="status" className={className}>
      {t('manyJoins', { count })}
    </p>
  );
}

const REST_MS = 500;

interface SeatRequestsProps {
  readonly view: GameView;
  readonly presence: ClientState['presence'];
  /** `Y` allows it; not while a dialog is open. */
  readonly takesKeys?: boolean;
  give(command: Command): unknown;
}

export function SeatRequests(props: SeatRequestsProps) {
  const [request, ...others] = props.view.seatRequests;
  if (request === undefined) return null;
  const key = `${request.playerId} ${request.seat} ${request.at}`;
  return <SeatRequest key={key} {...props} request={request} more={others.length} />;
}

interface SeatRequestProps extends SeatRequestsProps {
  readonly request: SeatRequestView;
  readonly more: number;
}

function SeatRequest({ view, presence, takesKeys, give, request, more }: SeatRequestProps) {
  const resting = useJustMounted(REST_MS);
  const barred = useRights(view).barred('people');
  const { playerId, seat, holderId, returns } = request;
  const { name, score } = view.leaders.find((leader) => leader.seat === seat) ?? request;
  const answer = (allow: boolean) => () => {
    if (!resting && !barred.disabled) give({ type: 'answerSeatRequest', playerId, seat, allow });
  };
  const hasKey = takesKeys !== undefined;
  useHotkeys(takesKeys ? [['Y', (press) => !press.repeat && answer(true)()]] : []);
  return (
    <section className={styles.card} role="alert" aria-label={t('seatRequests')}>
      <p className={styles.text}>
        {returns
          ? t('asksBack', { name, count: score, points: figure(score) })
          : t('seatRequest', { name, count: score, points: figure(score) })}
      </p>
      <p className={styles.hint}>
        {returns && t('wasRemoved')}
        {!returns && presence?.users && t(presence.users.includes(holderId) ? 'holderOnline' : 'holderOffline')}
        {more > 0 && ` ${t('seatRequestsMore', { count: more })}`}
      </p>
      <div className={styles.acts}>
        <Button
          size="sm"
          aria-disabled={resting}
          {...barred}
          aria-keyshortcuts={hasKey ? 'Y' : undefined}
          rightSection={
            hasKey && (
              <Kbd className={styles.key} aria-hidden>
                Y
              </Kbd>
            )
          }
          onClick={answer(true)}
        >
          {t('allow')}
        </Button>
        <Button size="sm" variant="default" aria-disabled={resting} {...barred} onClick={answer(false)}>
          {t('refuse')}
        </Button>
      </div>
    </section>
  );
}
