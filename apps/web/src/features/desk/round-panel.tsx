import { Kbd, Tooltip } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerStopFilled,
  IconStopwatch,
} from '@tabler/icons-react';
import type { GameView } from '@earworm/rules';
import type { Playback } from '../../shared/media/media-deck.js';
import type { Media } from '../../shared/media/use-media.js';
import { FirstCard } from './first-card.js';
import { MediaCard } from '../../shared/game/media-card.js';
import { currentQuestion, gainsNow, isPlaying, nextPicker, roundOf } from '../../shared/live/round.js';
import styles from './round-panel.module.css';
import { figure } from '../../platform/i18n/numbers.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import type { Desk } from './use-desk.js';
import { useNow } from '../../shared/ui/use-now.js';
import { VerdictButtons } from './verdict-buttons.js';

interface RoundPanelProps {
  readonly view: GameView;
  readonly media: Media;
  readonly playback: Playback | null;
  /** The song is over and not paused. */
  readonly hasEnded: boolean;
  readonly desk: Desk;
  readonly clockOffsetMs: number;
  onToggleMusic(): void;
  /** Asks for confirmation when players wait. */
  onUnanswered(): void;
}

/** Hidden but mounted between questions: the video player must not be recreated for every song. */
export function RoundPanel(props: RoundPanelProps) {
  const { view, media, playback, hasEnded, desk, clockOffsetMs, onToggleMusic, onUnanswered } = props;
  const { current } = view;
  const isSilent = current?.musicPaused || hasEnded;
  const question = currentQuestion(view);
  const now = useNow(clockOffsetMs, view.timeTrialMode && current !== null && !current.timeTrialPaused, 200);
  const secret = question?.question.secret;
  const gains = question && gainsNow(view, question.question.points, now);
  const round = roundOf(view);
  const picker = nextPicker(view);
  return (
    <section className={styles.round} hidden={!current} data-testid="round-panel">
      {question && (
        <h1 className="sr-only">
          {gameText('askedFor', { category: question.category.name, points: figure(question.question.points) })}
        </h1>
      )}
      <div className={styles.stage}>
        <MediaCard media={media} playback={playback} onSkip={onUnanswered} resting={desk.resting} />
        <div className={styles.facts}>
          <div className={styles.answer}>
            <span className={styles.small}>{t('answer')}</span>
            <strong data-testid="answer">{secret?.answer}</strong>
            {secret?.youtubeSongName && secret.youtubeSongName !== secret.answer && (
              <span className={styles.song}>{secret.youtubeSongName}</span>
            )}
          </div>
          <Control
            label={t(isSilent ? 'resumeMusic' : 'pauseMusic')}
            shortcut="P"
            icon={isSilent ? IconPlayerPlayFilled : IconPlayerPauseFilled}
            onClick={onToggleMusic}
          />
          {current && view.timeTrialMode && (
            <Control
              label={t(current.timeTrialPaused ? 'startTimer' : 'stopTimer')}
              shortcut="K"
              icon={current.timeTrialPaused ? IconStopwatch : IconPlayerStopFilled}
              disabled={current.queueLength > 0}
              onClick={desk.toggleTimer}
            />
          )}
          <Control
            label={t('replay')}
            shortcut="M"
            icon={IconPlayerSkipBackFilled}
            onClick={() => media.deck.replay()}
          />
        </div>
      </div>
      {current && gains && (
        <>
          <FirstCard current={current} worth={gains.right} timer={timerOf(view)} />
          <VerdictButtons
            gains={current.queueLength > 0 ? gains : null}
            resting={desk.resting}
            onJudge={desk.judge}
            onUnanswered={onUnanswered}
          />
          <footer className={styles.foot}>
            <span className={styles.next}>
              {picker !== null && (
                <>
                  {t('nextToPick')}: <b dir="auto">{picker}</b>
                </>
              )}
            </span>
            <span>{gameText('round', round)}</span>
          </footer>
        </>
      )}
    </section>
  );
}

function timerOf(view: GameView): 'waits' | 'stopped' | null {
  const { current } = view;
  if (!current || !view.timeTrialMode || !current.timeTrialPaused || !isPlaying(view, current)) return null;
  return current.timerByHand === false ? 'stopped' : 'waits';
}

interface ControlProps {
  readonly label: string;
  readonly shortcut: string;
  readonly icon: typeof IconPlayerPlayFilled;
  readonly disabled?: boolean;
  onClick(): void;
}

function Control({ label, shortcut, icon: Icon, disabled = false, onClick }: ControlProps) {
  return (
    <Tooltip label={`${label} (${shortcut})`}>
      <button
        type="button"
        className={styles.control}
        aria-keyshortcuts={shortcut}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon size={17} aria-hidden />
        <span className={styles.label}>{label}</span>
        <Kbd aria-hidden>{shortcut}</Kbd>
      </button>
    </Tooltip>
  );
}
