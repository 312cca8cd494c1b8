import { memo } from 'react';
import type { ClientState } from '@earworm/client';
import type { GameView } from '@earworm/rules';
import { useTranslator } from '../../platform/i18n/texts.js';
import styles from './question-card.module.css';
import { currentQuestion, gainsNow, nextPicker } from '../../shared/live/round.js';
import { t as gameText, whoGotIt } from '../../shared/game/texts.js';
import { DrainBar, TimeTrialCost } from '../../shared/game/time-trial.js';
import { t } from './texts.js';
import { AccessibleText } from '../../shared/ui/screen-reader.js';
import { useNow } from '../../shared/ui/use-now.js';
import type { Result } from '../../shared/live/use-result.js';
import { useSong } from '../../shared/live/use-song.js';
import { type Awake, whyDark } from '../../shared/ui/use-wake-lock.js';
import { Wave } from '../../shared/ui/wave.js';
import { figure } from '../../platform/i18n/numbers.js';
import { clock } from '../../shared/live/times.js';

/** Fits two lines of a narrow phone. */
const LONG_ANSWER = 42;

interface QuestionCardProps {
  readonly view: GameView;
  readonly clockOffsetMs: ClientState['clockOffsetMs'];
  readonly result: Result | null;
  readonly awake: Awake;
}

/** Memoized: a buzz must not wait for it to render. */
export const QuestionCard = memo(function AskedCard({ view, clockOffsetMs, result, awake }: QuestionCardProps) {
  useTranslator();
  if (view.current) return <CurrentQuestion view={view} clockOffsetMs={clockOffsetMs} />;
  if (result) return <Ended result={result} timeTrial={view.timeTrialMode && nextPicker(view) !== null} />;
  const picker = nextPicker(view);
  const lobby = view.status === 'setup';
  const text = lobby ? lobbyText(view) : picker === null ? '' : t('waitText');
  return (
    <section className={styles.card} data-testid="asked">
      <div className={styles.row}>
        <b className={styles.title}>
          {!lobby && picker === null ? gameText('allPlayedTitle') : t(lobby ? 'lobbyTitle' : 'waitTitle')}
        </b>
      </div>
      {lobby && view.room && (
        <p className={styles.room} dir="auto">
          {view.room.name}
        </p>
      )}
      {text !== '' && <p className={styles.text}>{text}</p>}
      {view.timeTrialMode && picker !== null && <TimeTrialNote />}
      {awake !== 'on' && <p className={styles.hint}>{whyDark(awake)}</p>}
    </section>
  );
});

/** The moderator of a room is the room itself, until a person has taken it over for good. */
const lobbyText = ({ activeCount: count, moderatorName: name, room }: GameView): string =>
  room === undefined ? t('lobbyText', { count, name }) : t('lobbyRoomText', { count });

function CurrentQuestion({ view, clockOffsetMs }: Pick<QuestionCardProps, 'view' | 'clockOffsetMs'>) {
  const question = currentQuestion(view);
  const falling = view.timeTrialMode && view.current !== null && !view.current.timeTrialPaused;
  const now = useNow(clockOffsetMs, falling, 100);
  const song = useSong(view.current, clockOffsetMs);
  if (!question || !view.current) return null;
  const worth = gainsNow(view, question.question.points, now).right;
  return (
    <section className={styles.card} data-testid="asked" data-player-below={view.settings.musicOn === 'players'}>
      <div className={styles.row}>
        <span className={styles.category}>{question.category.name}</span>
        <span className={styles.points} data-falling={falling}>
          <AccessibleText text={t('worth', { count: worth, points: figure(worth) })}>{figure(worth)}</AccessibleText>
        </span>
      </div>
      {view.timeTrialMode && <DrainBar worth={worth} points={question.question.points} />}
      <div className={styles.song}>
        <div className={styles.wave}>
          <Wave progress={song.share} playing={view.current.heardSince !== null} className={styles.bars} />
        </div>
        <span className={styles.time}>{clock(song.heardMs)}</span>
      </div>
    </section>
  );
}

const TimeTrialNote = () => (
  <p className={styles.trial}>
    <TimeTrialCost />
  </p>
);

function Ended({ result, timeTrial }: { result: Result; timeTrial: boolean }) {
  return (
    <section className={styles.card} data-testid="asked" data-got={result.name !== null}>
      <div className={styles.row}>
        <span className={styles.category}>{t('answerWas')}</span>
        <span className={styles.got}>{whoGotIt(result)}</span>
      </div>
      <p className={styles.answer} data-long={result.answer.length > LONG_ANSWER}>
        {result.answer}
      </p>
      {timeTrial && <TimeTrialNote />}
    </section>
  );
}
