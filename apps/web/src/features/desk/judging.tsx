import type { GameView } from '@earworm/rules';
import { useRights } from '../../shared/live/use-rights.js';
import { currentQuestion, gainsNow, isPlaying } from '../../shared/live/round.js';
import { useNow } from '../../shared/ui/use-now.js';
import { teamOf } from '../../shared/teams/team-mark.js';
import { FirstCard } from './first-card.js';
import styles from './judging.module.css';
import { type Desk, whyNotMoveOn } from './use-desk.js';
import { VerdictButtons } from './verdict-buttons.js';

interface JudgingProps {
  readonly view: GameView;
  readonly desk: Desk;
  readonly clockOffsetMs: number;
  /** On a phone: one bar that stays in sight, with these controls in it. */
  readonly dock?: React.ReactNode;
  /** Asks for confirmation when players wait. */
  onUnanswered(): void;
}

/** Who answers, for how many points, and the verdict. */
export function Judging({ view, desk, clockOffsetMs, dock, onUnanswered }: JudgingProps) {
  const { current } = view;
  const question = currentQuestion(view);
  const rights = useRights(view);
  const now = useNow(clockOffsetMs, view.timeTrialMode && current !== null && !current.timeTrialPaused, 200);
  if (!current || !question) return null;
  const gains = gainsNow(view, question.question.points, now);
  const first = (
    <FirstCard
      current={current}
      settings={view.settings}
      team={teamOf(view, current.queue[0]?.team)}
      worth={gains.right}
      timer={timerOf(view)}
      dense={dock !== undefined}
    />
  );
  const verdict = (
    <VerdictButtons
      gains={current.queueLength > 0 ? gains : null}
      resting={desk.resting}
      barred={rights.whyNot('judge')}
      closingBarred={whyNotMoveOn(view, rights)}
      onJudge={desk.judge}
      onUnanswered={onUnanswered}
    />
  );
  if (dock === undefined) {
    return (
      <>
        {first}
        {verdict}
      </>
    );
  }
  return (
    <section className={styles.dock} data-testid="dock">
      <div className={styles.first}>
        {first}
        {dock}
      </div>
      {verdict}
    </section>
  );
}

function timerOf(view: GameView): 'waits' | 'stopped' | null {
  const { current } = view;
  if (!current || !view.timeTrialMode || !current.timeTrialPaused || !isPlaying(view, current)) return null;
  return current.timerByHand === false ? 'stopped' : 'waits';
}
