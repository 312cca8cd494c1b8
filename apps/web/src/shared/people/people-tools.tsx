import { Button, Switch } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { Command, GameView } from '@earworm/rules';
import { useState } from 'react';
import { notifyRefusal } from '../../platform/notifications/notify.js';
import { SeatRequests } from '../live/seat-requests.js';
import type { LiveGame } from '../live/use-game.js';
import { useRights } from '../live/use-rights.js';
import { PeopleDialog } from './people-dialog.js';
import styles from './people-dialog.module.css';
import { usePlayerActions } from './player-actions.js';
import { t } from './texts.js';
import { useBanned } from './use-banned.js';

interface PeopleToolsProps {
  readonly game: LiveGame;
  readonly view: GameView;
}

/** On the page of a player who also looks after the others. Their commands go over the player's socket. */
export function PeopleTools({ game, view }: PeopleToolsProps) {
  const rights = useRights(view);
  const [opened, setOpened] = useState(false);
  const [changes, setChanges] = useState(0);
  const banned = useBanned(view.gameId, game.client);
  const give = async (command: Command) => {
    const answer = await game.send(command);
    if (answer.ok) setChanges((count) => count + 1);
    else await notifyRefusal(answer.code, answer.params);
    return answer.ok;
  };
  const actions = usePlayerActions(give, rights, view.teams);
  return (
    <section className={styles.tools} aria-label={t('lookAfter')}>
      <SeatRequests view={view} presence={game.state.presence} give={give} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUsers size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('people')}
      </Button>
      {opened && (
        <PeopleDialog
          view={view}
          banned={banned}
          changes={changes}
          rights={rights}
          menu={actions.menu}
          give={give}
          onClose={() => setOpened(false)}
        >
          <Switch
            mb="md"
            checked={!view.joiningLocked}
            label={t('joiningOpen')}
            {...rights.barred('people')}
            onChange={() => void give({ type: 'lockJoining', locked: !view.joiningLocked })}
          />
        </PeopleDialog>
      )}
      {actions.dialog}
    </section>
  );
}
