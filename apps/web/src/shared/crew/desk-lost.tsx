import { Button } from '../controls/button.js';
import { type GameView, memberOf, needsDesk } from '@earworm/rules';
import { Link } from 'react-router-dom';
import { GameMessage, Waiting } from '../game/game-message.js';
import { useGame } from '../live/use-game.js';
import { useOwnId } from '../live/use-rights.js';
import { t } from './texts.js';

interface DeskLostProps {
  /** As it was when the desk closed. */
  readonly view: GameView;
}

/** Instead of the desk of a user who has lost it. */
export function DeskLost({ view }: DeskLostProps) {
  const userId = useOwnId();
  // The desk may have closed before it was told why: what a player sees says who is still in the crew.
  const { state } = useGame(view.gameId, 'player');
  if (state.view === null && state.connection !== 'closed') return <Waiting text={t('deskLostTitle')} />;
  const found = memberOf(state.view ?? view, userId);
  const member = found !== null && !needsDesk(found.rights) ? found : null;
  const game = { moderator: view.moderatorName, code: view.gameCode };
  return (
    <GameMessage
      message={t(member === null ? 'lostTitle' : 'deskLostTitle')}
      hint={t(member === null ? 'lostText' : 'deskLostText', game)}
    >
      {member !== null && (
        <Button component="a" href={`/game/${view.gameId}`}>
          {t('toGame')}
        </Button>
      )}
      <Button component={Link} to="/" variant={member === null ? 'filled' : 'default'}>
        {t('toHome')}
      </Button>
    </GameMessage>
  );
}
