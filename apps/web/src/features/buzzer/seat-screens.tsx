import { Link } from 'react-router-dom';
import type { PendingDelay } from '@earworm/client';
import type { GameView, Removal } from '@earworm/rules';
import { textsOf } from '../../platform/i18n/texts.js';
import styles from '../../shared/game/game-message.module.css';
import { GameMessage, Waiting } from '../../shared/game/game-message.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t as buzzerText } from './texts.js';
import { PageTitle, Spinner } from '../../shared/ui/page.js';
import { usePlaceInLine } from '../../shared/live/place-in-line.js';
import { Button } from '../../shared/controls/button.js';

const t = textsOf('seatScreens', {
  joiningInLine: 'Many people are joining at once. You are number {{place}} in the queue.',
  removedTitle: '{{name}} removed you from the game',
  bannedTitle: '{{name}} removed you from the game. You cannot join it again.',
  seatWaitTitle: 'Asking {{moderator}} for your seat',
  seatWaitText: '{{moderator}} has to confirm that {{name}}’s seat is yours. Keep this page open.',
  seatWaitEnd: 'Cancel',
  deskOffered: 'You now help to run this game',
  deskOfferedText: 'Your desk shows the answers, so you do not play along.',
  openDesk: 'Open the desk',
  lostTitle: 'Your seat is now on another device',
  lostText: '{{moderator}} gave {{name}}’s seat to another device.',
  askBack: 'Ask for it back',
  joinWithOtherName: 'Join under another name',
  joinAgain: 'Join again',
});

export function SeatDelay({ delay }: { delay: PendingDelay }) {
  const { place } = usePlaceInLine(delay) ?? delay;
  return <Waiting text={t('joiningInLine', { place })} isExplained />;
}

interface SeatRequestProps {
  readonly view: GameView;
  readonly name: string;
  onWithdraw(): void;
}

export function SeatRequestPending({
  view: { moderatorName: moderator, moderatorLeft },
  name,
  onWithdraw,
}: SeatRequestProps) {
  const title = t('seatWaitTitle', { moderator });
  return (
    <main className={styles.page} aria-busy>
      <PageTitle text={title} />
      <Spinner />
      <div role="status" className={styles.status}>
        <h1 className={styles.message}>{title}</h1>
        <p className={styles.hint}>
          {moderatorLeft
            ? buzzerText('moderatorAwayShort', { name: moderator })
            : t('seatWaitText', { moderator, name })}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="default" onClick={onWithdraw}>
          {t('seatWaitEnd')}
        </Button>
      </div>
    </main>
  );
}

export function DeskOffered({ onOpen }: { onOpen(): void }) {
  return (
    <GameMessage message={t('deskOffered')} hint={t('deskOfferedText')}>
      <Button onClick={onOpen}>{t('openDesk')}</Button>
      <Button component={Link} to="/" variant="default">
        {gameText('home')}
      </Button>
    </GameMessage>
  );
}

interface SeatLostProps {
  readonly moderatorName: string;
  readonly name: string;
  onRequest(name: string): void;
  onJoin(): void;
}

export function SeatLost({ moderatorName: moderator, name, onRequest, onJoin }: SeatLostProps) {
  return (
    <GameMessage message={t('lostTitle')} hint={t('lostText', { moderator, name })}>
      <Button onClick={() => onRequest(name)}>{t('askBack')}</Button>
      <Button variant="default" onClick={onJoin}>
        {t('joinWithOtherName')}
      </Button>
      <Button variant="subtle" component={Link} to="/">
        {gameText('home')}
      </Button>
    </GameMessage>
  );
}

interface RemovedProps {
  readonly how: Removal;
  readonly moderatorName: string;
  onRejoin(): void;
}

export function Removed({ how, moderatorName, onRejoin }: RemovedProps) {
  const mayRejoin = how === 'removed';
  return (
    <GameMessage message={t(mayRejoin ? 'removedTitle' : 'bannedTitle', { name: moderatorName })}>
      {mayRejoin && <Button onClick={onRejoin}>{t('joinAgain')}</Button>}
      <Button component={Link} to="/" variant={mayRejoin ? 'default' : 'filled'}>
        {gameText('home')}
      </Button>
    </GameMessage>
  );
}
