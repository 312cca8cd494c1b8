import { type CSSProperties, useRef } from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import type { CategoryView, GameView, QuestionId, QuestionView } from '@earworm/rules';
import { findQuestion } from '../../shared/live/round.js';
import { useJustMounted } from '../../shared/ui/timed-state.js';
import { useMoreBelow } from '../../shared/ui/use-more-below.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './pick-board.module.css';
import { t as gameText } from '../../shared/game/texts.js';
import { TimeTrialCost } from '../../shared/game/time-trial.js';
import { t } from './texts.js';

const REST_MS = 400;
/** Of tiles side by side. */
const WIDEST_ROW = 6;
const FEW_COLUMNS = 4;
/** Longer names get smaller letters, and two lines where there are few categories. */
const LONG_NAME = 40;
const FEW_CATEGORIES = 4;

/** Ten questions are two lines of five. */
function columnsOf(categories: readonly CategoryView[]): number {
  const longest = Math.max(1, ...categories.map(({ questions }) => questions.length));
  return Math.ceil(longest / Math.ceil(longest / WIDEST_ROW));
}

const digitsOf = (categories: readonly CategoryView[]): number =>
  Math.max(3, ...categories.flatMap(({ questions }) => questions.map(({ points }) => figure(points).length)));

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
        {view.timeTrialMode && (
          <span className={styles.trial}>
            <TimeTrialCost />
          </span>
        )}
      </p>
      <Board categories={view.categories} proposedId={proposedId} onTap={(id) => !resting && onTap(id)} />
    </section>
  );
}

interface BoardProps extends Pick<PickBoardProps, 'proposedId' | 'onTap'> {
  readonly categories: readonly CategoryView[];
}

function Board({ categories, proposedId, onTap }: BoardProps) {
  const board = useRef<HTMLUListElement>(null);
  const hasMore = useMoreBelow(board);
  const columns = columnsOf(categories);
  const measures: CSSProperties & Record<`--${string}`, number> = {
    '--columns': columns,
    '--digits': digitsOf(categories),
    '--lines': categories.length > FEW_CATEGORIES ? 1 : 2,
  };
  return (
    <div className={styles.window} data-more={hasMore || undefined}>
      <ul ref={board} className={styles.board} style={measures} data-few={columns <= FEW_COLUMNS || undefined}>
        {categories.map(({ id, name, questions }) => (
          <li key={id} className={styles.row}>
            <h2
              className={styles.category}
              id={`pick-${id}`}
              dir="auto"
              data-long={name.length > LONG_NAME || undefined}
            >
              <span>{name}</span>
            </h2>
            <div className={styles.tiles} role="group" aria-labelledby={`pick-${id}`}>
              {questions.map((question) => (
                <Tile
                  key={question.id}
                  question={question}
                  category={name}
                  chosen={question.id === proposedId}
                  onTap={() => onTap(question.id === proposedId ? null : question.id)}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {hasMore && (
        <span className={styles.more} aria-hidden>
          <IconChevronDown size={20} />
        </span>
      )}
    </div>
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
      aria-pressed={chosen}
      aria-label={gameText('tile', { category, points })}
      onClick={onTap}
    >
      {points}
    </button>
  );
}
