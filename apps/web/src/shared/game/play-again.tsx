import type { GameView } from '@earworm/rules';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { LiveGame } from '../live/use-game.js';
import { lazyDialog } from '../ui/lazy-dialog.js';
import { t } from './texts.js';
import { Button } from '../controls/button.js';

const PlayAgainDialog = lazyDialog(
  () => import('./play-again-dialog.js'),
  (module) => module.PlayAgainDialog,
);

export function PlayAgain({ view, send }: { view: GameView; send: LiveGame['send'] }) {
  const [opened, setOpened] = useState(false);
  if (view.next !== null) {
    return (
      <Button size="lg" component={Link} to={`/game/${view.next}`}>
        {t('toNextGame')}
      </Button>
    );
  }
  return (
    <>
      <Button size="lg" onClick={() => setOpened(true)}>
        {t('playAgain')}
      </Button>
      <PlayAgainDialog view={view} send={send} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
