import { Link } from 'react-router-dom';
import { GameMessage } from '../../shared/game/game-message.js';
import { t as gameText } from '../../shared/game/texts.js';
import { Button } from '../../shared/controls/button.js';
import { t } from './texts.js';

/** Shown without a connection: nothing of it can be fetched then. */
export function LeavingOffline() {
  return (
    <GameMessage message={t('leavingOffline')} hint={t('leavingOfflineText')}>
      <Button component={Link} to="/">
        {gameText('home')}
      </Button>
    </GameMessage>
  );
}
