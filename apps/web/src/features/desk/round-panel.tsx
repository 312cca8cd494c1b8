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
import { Judging } from './judging.js';
import { MediaCard } from '../../shared/game/media-card.js';
import { currentQuestion, nextPicker, roundOf } from '../../shared/live/round.js';
import styles from './round-panel.module.css';
import { figure } from '../../platform/i18n/numbers.js';
import { useRights } from '../../shared/live/use-rights.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { type Desk, whyNotMoveOn } from './use-desk.js';

interface RoundPanelProps {
  readonly view: GameView;
  readonly media: Media;
  readonly playback: Playback | null;
  /** The song is paused or over. */
  readonly isSilent: boolean;
  /** On a phone: the dock has the verdict and the switch of the music. */
  readonly hasDock: boolean;
  readonly desk: Desk;
  readonly clockOffsetMs: number;
  onToggleMusic(): void;
  /** Asks for confirmation when players wait. */
  onUnanswered(): void;
}

/**
 * Hidden but mounted between questions: the video player must not be recreated for every song. A song that plays on after
 * its question keeps the player and its controls in sight.
 */
export function RoundPanel(props: RoundPanelProps) {
  const { view, media, playback, isSilent, hasDock, desk, clockOffsetMs, onToggleMusic, onUnanswered } = props;
  const barred = whyNotMoveOn(view, useRights(view));
  const { current, chorus } = view;
  const question = currentQuestion(view);
  const secret = question?.question.secret;
  const round = roundOf(view);
  const picker = nextPicker(view);
  return (
    <section
      className={styles.round}
      hidden={!current && !chorus}
      data-chorus={chorus !== undefined || undefined}
      data-testid="round-panel"
    >
      {question && (
        <h1 className="sr-only">
          {gameText('askedFor', { category: question.category.name, points: figure(question.question.points) })}
        </h1>
      )}
      <div className={styles.stage}>
        <MediaCard
          media={media}
          playback={playback}
          compact={chorus !== undefined}
          onSkip={current && barred === null ? onUnanswered : undefined}
          resting={desk.resting}
        />
        <div className={styles.facts}>
          <div className={styles.answer}>
            <span className={styles.small}>{t('answer')}</span>
            <strong data-testid="answer">{secret?.answer}</strong>
            {secret?.youtubeSongName && secret.youtubeSongName !== secret.answer && (
              <span className={styles.song}>{secret.youtubeSongName}</span>
            )}
          </div>
          {!hasDock && <MusicSwitch isSilent={isSilent} barred={barred} onToggle={onToggleMusic} />}
          {current && view.timeTrialMode && (
            <Control
              label={t(current.timeTrialPaused ? 'startTimer' : 'stopTimer')}
              shortcut="K"
              icon={current.timeTrialPaused ? IconStopwatch : IconPlayerStopFilled}
              disabled={current.queueLength > 0}
              barred={barred}
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
      {current && (
        <>
          {!hasDock && <Judging view={view} desk={desk} clockOffsetMs={clockOffsetMs} onUnanswered={onUnanswered} />}
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

interface MusicSwitchProps {
  readonly isSilent: boolean;
  readonly barred: string | null;
  onToggle(): void;
}

export function MusicSwitch({ isSilent, barred, onToggle }: MusicSwitchProps) {
  return (
    <Control
      label={t(isSilent ? 'resumeMusic' : 'pauseMusic')}
      shortcut="P"
      icon={isSilent ? IconPlayerPlayFilled : IconPlayerPauseFilled}
      barred={barred}
      onClick={onToggle}
    />
  );
}

interface ControlProps {
  readonly label: string;
  readonly shortcut: string;
  readonly icon: typeof IconPlayerPlayFilled;
  readonly disabled?: boolean;
  /** Why the user may not use it. */
  readonly barred?: string | null;
  onClick(): void;
}

export function Control({ label, shortcut, icon: Icon, disabled = false, barred = null, onClick }: ControlProps) {
  return (
    <Tooltip label={`${label} (${shortcut})`}>
      <button
        type="button"
        className={styles.control}
        aria-keyshortcuts={shortcut}
        disabled={disabled || barred !== null}
        title={barred ?? undefined}
        onClick={onClick}
      >
        <Icon size={17} aria-hidden />
        <span className={styles.label}>{label}</span>
        <Kbd aria-hidden>{shortcut}</Kbd>
      </button>
    </Tooltip>
  );
}
