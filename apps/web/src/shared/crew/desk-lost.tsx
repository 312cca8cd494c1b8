import { Button } from '@mantine/core';
import { type GameView, memberOf } from '@earworm/rules';
import { Link } from 'react-router-dom';
import { GameMessage } from '../game/game-message.js';
import { useOwnId } from '../live/use-rights.js';
import { t } from './texts.js';

interface DeskLostProps {
  /** As it was when the desk closed. */
  readonly view: GameView;
}

/** Instead of the desk of a user who has lost it. */
export function DeskLost({ view }: DeskLostProps) {
  const member = memberOf(view, useOwnId());
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
