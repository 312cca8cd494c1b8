import { Loader } from '@mantine/core';
import type { Command, GameView, Leader } from '@earworm/rules';
import { t as shared } from '../../platform/i18n/t.js';
import { WhenLate } from '../late/late-notice.js';
import styles from './people-dialog.module.css';
import type { Rights } from '../live/use-rights.js';
import { useRoster } from '../live/use-roster.js';
import { PeopleLists } from './people-lists.js';
import { t } from './texts.js';
import type { Banned } from './use-banned.js';
import { Failed } from '../ui/empty-state.js';
import { Dialog } from '../ui/dialog.js';

interface PeopleDialogProps {
  readonly view: Pick<GameView, 'gameId' | 'teams'>;
  readonly banned: readonly Banned[];
  readonly changes: number;
  readonly rights: Rights;
  readonly menu: (player: Leader) => React.ReactNode;
  readonly children?: React.ReactNode;
  give(command: Command): Promise<boolean>;
  onClose(): void;
}

/** All players, also below the leaders, and players that were banned while this desk was open. */
export function PeopleDialog({ view, banned, changes, rights, menu, children, give, onClose }: PeopleDialogProps) {
  const { people, failure, again } = useRoster(view.gameId, changes);
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
          teams={view.teams}
          onLiftBan={(playerId) => void give({ type: 'removePlayer', playerId, ban: false })}
        />
      )}
    </Dialog>
  );
}
