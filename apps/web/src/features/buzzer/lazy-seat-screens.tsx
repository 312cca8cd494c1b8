import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { GameMessage } from '../../shared/game/game-message.js';
import { t as gameText } from '../../shared/game/texts.js';
import { Button } from '../../shared/controls/button.js';
import { t } from './texts.js';

type Screens = typeof import('./seat-screens.js');

/** Few players ever see one of these. */
const screen = <Name extends keyof Screens>(name: Name) =>
  lazy<Screens[Name]>(async () => ({ default: (await import('./seat-screens.js'))[name] }));

export const DeskOffered = screen('DeskOffered');
export const Removed = screen('Removed');
export const SeatDelay = screen('SeatDelay');
export const SeatLost = screen('SeatLost');
export const SeatRequestPending = screen('SeatRequestPending');

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
