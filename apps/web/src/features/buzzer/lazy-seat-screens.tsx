import type { ComponentProps, ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { GameMessage, Waiting } from '../../shared/game/game-message.js';
import { t as gameText } from '../../shared/game/texts.js';
import { lazyScreen } from '../../shared/ui/lazy-part.js';
import { Button } from '../../shared/controls/button.js';
import { t } from './texts.js';

type Screens = typeof import('./seat-screens.js');

const JustConnecting = () => <Waiting text={gameText('connecting')} />;

/** Few players ever see one of these. */
const screen = <Name extends keyof Screens>(name: Name) =>
  lazyScreen(
    async () => (await import('./seat-screens.js'))[name] as ComponentType<ComponentProps<Screens[Name]>>,
    <JustConnecting />,
  );

/** Most come with a name from the first page. */
export const NameForm = lazyScreen(async () => (await import('./name-form.js')).NameForm, <JustConnecting />);
export const DeskOffered = screen('DeskOffered');
export const Removed = screen('Removed');
export const SeatDelay = screen('SeatDelay');
export const SeatLost = screen('SeatLost');
export const SeatRequestPending = screen('SeatRequestPending');

/** Shown without a connection: it must not need a download. */
export function LeavingOffline() {
  return (
    <GameMessage message={t('leavingOffline')} hint={t('leavingOfflineText')}>
      <Button component={Link} to="/">
        {gameText('home')}
      </Button>
    </GameMessage>
  );
}
