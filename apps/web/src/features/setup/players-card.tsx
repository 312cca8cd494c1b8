import { Button, Switch } from '@mantine/core';
import type { ClientState } from '@earworm/client';
import type { Command, GameView } from '@earworm/rules';
import { IconUsers } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ManyJoins } from '../../shared/live/seat-requests.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { useRights } from '../../shared/live/use-rights.js';
import { NameReview } from '../../shared/people/name-review.js';
import { PeopleDialog } from '../../shared/people/people-dialog.js';
import { usePlayerActions } from '../../shared/people/player-actions.js';
import { useBanned } from '../../shared/people/use-banned.js';
import { t as teamText } from '../../shared/teams/texts.js';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';

const TeamsDialog = lazyDialog(
  () => import('../../shared/teams/teams-dialog.js'),
  ({ TeamsDialog: Loaded }) => Loaded,
);

interface PlayersCardProps {
  readonly game: LiveGame;
  readonly view: GameView;
  give(command: Command): Promise<boolean>;
}

/** Unless names are reviewed, they are on the projector as soon as players join, so they can be changed and removed before the start. */
export function PlayersCard({ game, view, give }: PlayersCardProps) {
  const { presence } = game.state;
  const hintId = useId();
  const [changes, setChanges] = useState(0);
  const [listsAll, setListsAll] = useState(false);
  const banned = useBanned(view.gameId, game.client);
  const giveAndCount = async (command: Command) => {
    const isDone = await give(command);
    if (isDone) setChanges((count) => count + 1);
    return isDone;
  };
  const rights = useRights(view);
  const [showsTeams, setShowsTeams] = useState(false);
  const actions = usePlayerActions(giveAndCount, rights, view.teams);
  const bySeat = [...view.leaders].sort((a, b) => a.seat - b.seat);
  const more = view.playerCount - bySeat.length;
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>
        {t('players')}
        <span className={styles.count} role="status">
          {t('playersCount', { count: view.playerCount })}
        </span>
      </h2>
      <ManyJoins presence={presence} className={styles.notice} />
      <Switch
        className={styles.joining}
        checked={!view.joiningLocked}
        label={t('joiningOpen')}
        aria-describedby={hintId}
        {...rights.barred('people')}
        onChange={() => void give({ type: 'lockJoining', locked: !view.joiningLocked })}
      />
      <p id={hintId} className={styles.hint}>
        {view.joiningLocked && t('joiningLockedHint')}
      </p>
      <Button
        variant="default"
        size="xs"
        mb="sm"
        leftSection={<IconUsers size={18} aria-hidden />}
        onClick={() => setShowsTeams(true)}
      >
        {teamText('teamsMenu')}
      </Button>
      <TeamsDialog {...{ view, rights }} give={giveAndCount} opened={showsTeams} onClose={() => setShowsTeams(false)} />
      <NameReview view={view} give={giveAndCount} />
      {bySeat.length === 0 ? (
        <p className={styles.hint}>{t('noPlayers')}</p>
      ) : (
        <ul className={styles.players}>
          {bySeat.map((player) => (
            <li key={player.id} data-away={isAway(presence, player) || undefined}>
              <i aria-hidden />
              <bdi>{player.name}</bdi>
              {isAway(presence, player) && <span className={styles.hint}>{t('away')}</span>}
              {actions.menu(player)}
            </li>
          ))}
        </ul>
      )}
      {(more > 0 || banned.length > 0) && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setListsAll(true)}>
          {more > 0 ? t('more', { count: more }) : t('allPlayers')}
        </Button>
      )}
      {listsAll && (
        <PeopleDialog
          view={view}
          banned={banned}
          changes={changes}
          rights={rights}
          menu={actions.menu}
          give={giveAndCount}
          onClose={() => setListsAll(false)}
        />
      )}
      {actions.dialog}
    </section>
  );
}

const isAway = (presence: ClientState['presence'], { id, isActive }: GameView['leaders'][number]): boolean =>
  !isActive || (presence?.users !== undefined && !presence.users.includes(id));
