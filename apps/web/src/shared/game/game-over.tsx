import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type GameView, hasDesk, hasRight, type OwnSeat, shownEnd } from '@earworm/rules';
import styles from './game-over.module.css';
import { openFeedback } from '../../platform/feedback-window.js';
import { keepPlayerMark } from '../../platform/storage/game-marks.js';
import type { LiveGame } from '../live/use-game.js';
import { t as shared } from '../../platform/i18n/t.js';
import { awardLines, ownAwardLines } from './awards.js';
import { PlayAgain } from './play-again.js';
import { Podium } from './podium.js';
import { SaveAsTemplate } from '../templates/save-as-template.js';
import { t } from './texts.js';
import { placesToShow, usePlacesShown } from './use-places-shown.js';
import { useOwnId } from '../live/use-rights.js';
import { resultText, winnersOf } from './winners.js';
import { ownStand, standingOf } from '../live/standing.js';
import { EventBand } from '../shows/event-band.js';
import { lazyPart } from '../ui/lazy-part.js';
import { letters } from '../ui/names.js';
import { useConfetti } from '../ui/use-confetti.js';
import { figure, ordinal } from '../../platform/i18n/numbers.js';
import { Button } from '../controls/button.js';

function NextGame({ gameId, name }: { gameId: string; name: string | null }) {
  return (
    <Button
      component={Link}
      to={`/game/${gameId}`}
      size="lg"
      onClick={() => {
        if (name !== null) keepPlayerMark(gameId, { name });
      }}
    >
      {t('joinNextGame')}
    </Button>
  );
}

/** Some events have further rounds. */
const ThanksForPlaying = lazyPart(async () => (await import('./next-round.js')).ThanksForPlaying);

interface GameOverProps {
  readonly view: GameView;
  readonly seat: OwnSeat | null;
  readonly send: LiveGame['send'];
  /** What leads on before another game is played with the same people. */
  readonly onward?: ReactNode;
  /** What undoes the end. */
  readonly undo?: ReactNode;
  /** What is wrong with the connection. */
  readonly notice: ReactNode;
  /** Given where the result waits until the stage has shown it. */
  readonly clockOffsetMs?: number;
}

export function GameOver({ view, seat, send, onward, undo, notice, clockOffsetMs }: GameOverProps) {
  const userId = useOwnId();
  const isModerator = hasDesk(view, userId);
  const mayPlayAgain = hasRight(view, userId, 'settings');
  const standing = standingOf(view);
  const own = seat && ownStand(view, seat);
  const rank = own?.rank ?? null;
  const won = rank === 1 && own !== null && own.score > 0;
  const result = resultText(standing);
  const winners = winnersOf(standing.leaders);
  const places = clockOffsetMs === undefined ? 0 : placesToShow(standing.leaders).length;
  const { shown } = usePlacesShown(places, view.completedAt ?? 0, clockOffsetMs ?? 0);
  const isSecret = shown < places;
  useConfetti(!isSecret && (won || (seat === null && winners.length > 0)));
  const awards = seat === null ? awardLines(view.awards) : ownAwardLines(view.awards, seat.id);
  // A sole winner has it in the heading.
  const namesWinners = seat !== null && rank !== null && !(won && winners.length === 1);

  return (
    <main className={styles.page} data-testid="game-over">
      <title>{`${t('overTitle')} · Earworm`}</title>
      <EventBand showId={view.room?.showId} />
      {isSecret ? (
        <header className={styles.head}>
          <h1 className={styles.place} data-sentence style={letters(t('overTitle'))}>
            {t('overTitle')}
          </h1>
          <p className={styles.own}>{t('resultComes')}</p>
        </header>
      ) : (
        <>
          <header className={styles.head}>
            <p className={styles.kind}>
              {t('overTitle')}
              {namesWinners && ` · ${result}`}
            </p>
            {own && rank !== null ? (
              <>
                <h1 className={styles.place} data-won={won}>
                  {won ? t('overWon') : ordinal(rank)}
                </h1>
                <p className={styles.own}>
                  {t('overPlace')}: {rank} {t('ofPlayers', { count: standing.playerCount })} ·{' '}
                  <b>{figure(own.score)}</b>
                </p>
              </>
            ) : (
              <h1 className={styles.place} style={letters(result)} data-sentence>
                {result}
              </h1>
            )}
            {awards.length > 0 && (
              <ul className={styles.awards} aria-label={t('awards')}>
                {awards.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </header>
          {view.evidence !== undefined && (
            <details className={styles.evidence}>
              <summary>{t('evidence', { end: shownEnd(view.evidence) })}</summary>
              {t('evidenceText')} <code>{view.evidence}</code>
            </details>
          )}
          {standing.leaders.length > 0 && <Podium {...standing} ownId={own?.id ?? null} teams={view.teams} />}
        </>
      )}
      {!mayPlayAgain && view.next !== null && (
        <p className={styles.own}>{t('nextGameText', { name: view.moderatorName })}</p>
      )}
      {view.sentOn && seat !== null && seat.sentTo === undefined && <ThanksForPlaying className={styles.own} />}
      {onward}
      <div className={styles.ways}>
        {mayPlayAgain && <PlayAgain view={view} send={send} />}
        {!mayPlayAgain && view.next !== null && <NextGame gameId={view.next} name={seat?.name ?? null} />}
        {seat?.sentTo && !seat.isActive && <NextGame gameId={seat.sentTo.gameId} name={null} />}
        <Button component={Link} to={`/game-history?game=${view.gameId}`} size="lg" variant="default">
          {t('results')}
        </Button>
        <Button component={Link} to="/" size="lg" variant="default">
          {t('home')}
        </Button>
      </div>
      {notice}
      {undo}
      <div className={styles.more}>
        {isModerator && view.categories.some(({ questions }) => questions.length > 0) && (
          <SaveAsTemplate gameId={view.gameId} />
        )}
        <Button variant="subtle" onClick={() => void openFeedback()}>
          {shared('sendFeedback')}
        </Button>
      </div>
    </main>
  );
}
