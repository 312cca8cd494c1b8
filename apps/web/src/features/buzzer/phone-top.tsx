import { memo, useCallback, useState } from 'react';
import type { GameView, OwnSeat, TeamView } from '@earworm/rules';
import { IconChevronRight, IconDoorExit, IconMessage } from '@tabler/icons-react';
import { useTranslator } from '../../platform/i18n/texts.js';
import { openFeedback } from '../../platform/feedback-window.js';
import { t as shared } from '../../platform/i18n/t.js';
import { Confirm } from '../../shared/ui/dialog.js';
import { figure } from '../../platform/i18n/numbers.js';
import { SpelledCode } from '../../shared/invite/code-badge.js';
import { EventBand } from '../../shared/shows/event-band.js';
import { SoundSwitch } from '../../shared/media/sound-switch.js';
import styles from './buzzer-page.module.css';
import { t as gameText } from '../../shared/game/texts.js';
import { TeamName, teamOf } from '../../shared/teams/team-mark.js';
import { t } from './texts.js';
import { IconButton, PlainButton } from '../../shared/controls/button.js';
import { ownStand, standingOf } from '../../shared/live/standing.js';
import { type LiveGame, useGameEvents } from '../../shared/live/use-game.js';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';

const ScoresDialog = lazyDialog(
  () => import('./scores-dialog.js'),
  ({ ScoresDialog: Loaded }) => Loaded,
);

interface PhoneBarProps {
  readonly name: string;
  readonly code: string;
  readonly showId: string | undefined;
  readonly online: boolean;
  leave(): void;
}

/** Memoized: a buzz must not wait for it to render. */
export const PhoneBar = memo(function PhoneBar({ name, code, showId, online, leave }: PhoneBarProps) {
  useTranslator();
  const [asking, setAsking] = useState(false);
  return (
    <header className={styles.top}>
      <EventBand showId={showId} />
      <span className={styles.chip}>
        <i className={styles.dot} data-online={online} role="img" aria-label={t(online ? 'connected' : 'offline')} />
        <b dir="auto">{name}</b>
      </span>
      <span className={styles.side}>
        <span className={styles.code}>
          <SpelledCode code={code} />
        </span>
        <SoundSwitch />
        <IconButton
          aria-label={shared('sendFeedback')}
          title={shared('sendFeedback')}
          onClick={() => void openFeedback()}
        >
          <IconMessage size={22} aria-hidden />
        </IconButton>
        <IconButton aria-label={gameText('leave')} onClick={() => setAsking(true)}>
          <IconDoorExit size={22} aria-hidden />
        </IconButton>
      </span>
      <Confirm
        opened={asking}
        title={t('leaveTitle')}
        text={t('leaveText')}
        yes={gameText('leaveYes')}
        onClose={() => setAsking(false)}
        onYes={leave}
      />
    </header>
  );
});

interface StandProps {
  readonly score: number;
  readonly rank: number;
  /** How many players or teams there are. */
  readonly players: number;
  readonly team: TeamView | undefined;
  /** Null: nothing is opened. */
  readonly onOpen: (() => void) | null;
}

/** Memoized; of the team, where there is one. */
const Stand = memo(function Stand({ score, rank, players, team, onOpen }: StandProps) {
  useTranslator();
  const stand = (
    <>
      <span>
        <span className={styles.small}>
          {team ? <TeamName number={team.number} name={team.name} /> : gameText('score')}
        </span>
        <span className={styles.score} data-testid="own-score">
          {figure(score)}
        </span>
      </span>
      <span className={styles.rank}>
        <span className={styles.small}>{t('rank')}</span>
        <span>
          <b data-testid="own-rank">{rank}</b> <small>{gameText('ofPlayers', { count: players })}</small>
        </span>
        {onOpen && <IconChevronRight className={styles.more} size={20} aria-hidden />}
      </span>
    </>
  );
  if (onOpen === null) return <section className={styles.stand}>{stand}</section>;
  return (
    <PlainButton className={styles.stand} aria-haspopup="dialog" onClick={onOpen}>
      {stand}
      <span className="sr-only">{t('allScores')}</span>
    </PlainButton>
  );
});

interface ScoresProps {
  readonly game: LiveGame;
  readonly view: GameView;
  readonly seat: OwnSeat;
  /** The board needs the room: one line, too low for a finger. */
  readonly isOneLine: boolean;
}

/** Where the player stands; a tap shows the scores of all. */
export function Scores({ game, view, seat, isOneLine }: ScoresProps) {
  const { score, rank } = ownStand(view, seat);
  const [opened, setOpened] = useState(false);
  const open = useCallback(() => setOpened(true), []);
  const close = () => {
    setOpened(false);
    // Space buzzes next, and does not open the scores again.
    document.querySelector<HTMLElement>('[data-buzzer]')?.focus();
  };
  // The buzzer is below.
  useGameEvents(game.client, (events) => {
    if (opened && events.some(({ type }) => type === 'questionSelected')) close();
  });
  return (
    <>
      <Stand
        score={score}
        rank={rank}
        players={standingOf(view).playerCount}
        team={teamOf(view, seat.team)}
        onOpen={isOneLine ? null : open}
      />
      <ScoresDialog view={view} seat={seat} send={game.send} opened={opened} onClose={close} />
    </>
  );
}
