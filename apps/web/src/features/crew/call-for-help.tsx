import type { Command } from '@earworm/rules';
import { Loader } from '@mantine/core';
import { messageOf } from '../../platform/i18n/t.js';
import { notify } from '../../platform/notifications/notify.js';
import { HelpDialog } from '../../shared/crew/help-dialog.js';
import { useGame } from '../../shared/live/use-game.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { t } from './my-rooms-texts.js';

interface Props {
  readonly gameId: string;
  readonly onClose: () => void;
}

/** Connects to the game while it is open: the call is a command of its crew. */
export function CallForHelp({ gameId, onClose }: Props) {
  const { state, send } = useGame(gameId, 'moderator');
  const { view, connection } = state;
  const give = async (command: Command): Promise<boolean> => {
    const answer = await send(command);
    if (!answer.ok) void notify(messageOf(answer.code, answer.params), 'error');
    return answer.ok;
  };
  if (view !== null) return <HelpDialog view={view} give={give} opened onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('help')}>
      {connection === 'closed' ? <p role="alert">{t('helpFailed')}</p> : <Loader aria-label={t('helpConnecting')} />}
    </Dialog>
  );
}
