import { useEffect, useState } from 'react';
import { Loader } from '@mantine/core';
import type { RouteReply } from '@earworm/contracts';
import type { Command, GameId, Leader } from '@earworm/rules';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { t as shared } from '../../platform/i18n/t.js';
import { WhenLate } from '../late/late-notice.js';
import styles from './people-dialog.module.css';
import type { Rights } from '../live/use-rights.js';
import { PeopleLists } from './people-lists.js';
import { t } from './texts.js';
import type { Banned } from './use-banned.js';
import { Failed } from '../ui/empty-state.js';
import { Dialog } from '../ui/dialog.js';

type Person = RouteReply<'roster'>['players'][number];
const PAGE = 200;

async function allPlayers(gameId: GameId): Promise<Person[]> {
  const found: Person[] = [];
  for (;;) {
    const query = { limit: PAGE, afterSeat: found.at(-1)?.seat ?? 0 };
    const { players } = await http.call('roster', { params: { gameId }, query });
    found.push(...players);
    if (players.length < PAGE) return found;
  }
}

interface PeopleDialogProps {
  readonly gameId: GameId;
  readonly banned: readonly Banned[];
  readonly changes: number;
  readonly rights: Rights;
  readonly menu: (player: Leader) => React.ReactNode;
  readonly children?: React.ReactNode;
  give(command: Command): Promise<boolean>;
  onClose(): void;
}

/** All players, also below the leaders, and players that were banned while this desk was open. */
export function PeopleDialog({ gameId, banned, changes, rights, menu, children, give, onClose }: PeopleDialogProps) {
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isStale = false;
    allPlayers(gameId).then(
      (players) => {
        if (isStale) return;
        setPeople(players);
        setFailure(null);
      },
      (error: unknown) => !isStale && setFailure(errorText(error)),
    );
    return () => void (isStale = true);
  }, [gameId, changes, attempt]);
  const again = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };

  return (
    <Dialog opened onClose={onClose} title={t('allPlayers')} size="md">
      {children}
      {failure !== null && <Failed title={failure} query={{ isFetching: false, refetch: again }} />}
      {people === null && failure === null && (
        <>
          <div className={styles.waits} role="status" aria-label={shared('loading')}>
            <Loader />
          </div>
          <WhenLate />
        </>
      )}
      {people !== null && (
        <PeopleLists
          {...{ people, banned, rights, menu }}
          onLiftBan={(playerId) => void give({ type: 'removePlayer', playerId, ban: false })}
        />
      )}
    </Dialog>
  );
}
