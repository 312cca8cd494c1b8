import type { GameView, QuestionId, QuestionView } from '@earworm/rules';
import { findQuestion } from '../../shared/live/round.js';
import { useJustMounted } from '../../shared/ui/timed-state.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './pick-board.module.css';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';

const REST_MS = 400;

interface PickBoardProps {
  readonly view: GameView;
  readonly proposedId: QuestionId | null;
  /** Null withdraws the proposal. */
  onTap(questionId: QuestionId | null): void;
}

export function PickBoard({ view, proposedId, onTap }: PickBoardProps) {
  const resting = useJustMounted(REST_MS);
  const proposed = proposedId && findQuestion(view, proposedId);
  const name = view.moderatorName;
  return (
    <section
      className={styles.place}
      aria-labelledby="you-pick"
      aria-disabled={resting}
      data-testid="buzzer"
      data-state="wait"
    >
      <p className={styles.ask} data-chosen={proposed !== null}>
        <b id="you-pick">{t('pickTitleOwn')}</b>{' '}
        {view.settings.picking === 'direct' ? (
          t('pickDirect')
        ) : proposed ? (
          <>
            {t('pickChosen', { name })}{' '}
            <strong>
              {gameText('askedFor', { category: proposed.category.name, points: figure(proposed.question.points) })}
            </strong>
          </>
        ) : (
          t('pickPropose', { name })
        )}
      </p>
      <ul className={styles.board}>
        {view.categories.map((category) => (
          <li key={category.id} className={styles.row}>
            <h2 className={styles.category} id={`pick-${category.id}`} dir="auto">
              <span>{category.name}</span>
            </h2>
            <div className={styles.tiles} role="group" aria-labelledby={`pick-${category.id}`}>
              {category.questions.map((question) => (
                <Tile
                  key={question.id}
                  question={question}
                  category={category.name}
                  chosen={question.id === proposedId}
                  onTap={() => !resting && onTap(question.id === proposedId ? null : question.id)}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TileProps {
  readonly question: QuestionView;
  readonly category: string;
  readonly chosen: boolean;
  onTap(): void;
}

function Tile({ question, category, chosen, onTap }: TileProps) {
  const points = figure(question.points);
  if (question.answered) {
    const name = question.answeredByName ?? gameText('nobody');
    return (
      <span
        className={styles.tile}
        data-played
        role="img"
        aria-label={gameText('playedBy', { category, points, name })}
      >
        ·
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.tile}
      data-wide={points.length > 4 || undefined}
      aria-pressed={chosen}
      aria-label={gameText('tile', { category, points })}
      onClick={onTap}
    >
      {points}
    </button>
  );
}
