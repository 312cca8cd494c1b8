import { type CSSProperties, type KeyboardEvent, memo, useCallback, useEffect, useRef } from 'react';
import type { CategoryView, GameView, QuestionId, QuestionView } from '@earworm/rules';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslator } from '../../i18n/texts.js';
import { figure } from '../../ui/numbers.js';
import styles from './board.module.css';
import { t } from './t.js';

type Pick = (categoryId: CategoryView['id'], questionId: QuestionView['id']) => void;
interface BoardProps {
  readonly view: GameView;
  readonly onPick: Pick;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Steps over tiles already played before the walk gives up. */
const WALKED_MAX = 200;
/** Up to so many columns all are drawn and share the width; of more, only those in sight, each as narrow as may be. */
const COLUMNS_DRAWN = 24;
const COLUMN_PX = 72;
const GAP_PX = 8;

/** Categories as columns, questions as tiles; played ones fall back and say who got them. */
export function Board({ view, onPick }: BoardProps) {
  const { categories, current } = view;
  const frame = useRef<HTMLElement>(null);
  const long = categories.length > COLUMNS_DRAWN;
  const columns = useVirtualizer({
    enabled: long,
    horizontal: true,
    count: categories.length,
    getScrollElement: () => frame.current,
    estimateSize: () => COLUMN_PX,
    gap: GAP_PX,
    overscan: 3,
  });
  const picking = view.status === 'playing' && current === null;

  // The desk is drawn with every press; a column only when something in it has changed.
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = onPick;
  });
  const pick = useCallback<Pick>((categoryId, questionId) => latest.current(categoryId, questionId), []);

  const shown = long ? columns.getVirtualItems() : null;
  const at = categories.findIndex(({ id }) => id === current?.categoryId);
  useEffect(() => {
    if (long && at >= 0) columns.scrollToIndex(at, { align: 'auto' });
  }, [columns, long, at]);

  const tileAt = (column: number, row: number) =>
    frame.current?.querySelector<HTMLElement>(`[data-column="${column}"][data-row="${row}"]`);
  /** Arrow keys walk over the tiles; one already played is stepped over to the next in that direction. */
  const walk = (key: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[key.key];
    const from = key.target instanceof HTMLElement ? key.target.dataset : null;
    if (!step || from?.column === undefined) return;
    key.preventDefault();
    let [column, row] = [Number(from.column), Number(from.row)];
    for (let tries = 0; tries < WALKED_MAX; tries++) {
      column += step[0];
      row += step[1];
      const question = categories[column]?.questions[row];
      if (!question || question.answered) continue;
      tileAt(column, row)?.focus();
      if (long && !tileAt(column, row)) {
        columns.scrollToIndex(column);
        const [wantedColumn, wantedRow] = [column, row];
        setTimeout(() => tileAt(wantedColumn, wantedRow)?.focus(), DRAWN_MS);
      }
      return;
    }
  };

  return (
    <section
      ref={frame}
      className={styles.board}
      style={shown ? tracksOf(shown, columns.getTotalSize()) : undefined}
      aria-label={t('board')}
      data-picking={picking}
      onKeyDown={walk}
    >
      {(shown ?? categories.map((_, index) => ({ index }))).map(({ index }, place) => {
        const category = categories[index];
        if (!category) return null;
        const here = current?.categoryId === category.id ? current.questionId : null;
        const track = shown ? place + 2 : undefined;
        return <Column key={category.id} {...{ category, index, track, picking, pick }} currentId={here} />;
      })}
    </section>
  );
}

/** A column that had to be scrolled to is on the page after so long. */
const DRAWN_MS = 60;

/** The first and the last track stand for the columns out of sight. */
function tracksOf(shown: readonly { readonly start: number; readonly end: number }[], total: number): CSSProperties {
  const before = Math.max(0, (shown[0]?.start ?? 0) - GAP_PX);
  const after = Math.max(0, total - (shown.at(-1)?.end ?? 0) - GAP_PX);
  return { gridTemplateColumns: `${before}px repeat(${shown.length}, ${COLUMN_PX}px) ${after}px` };
}

interface ColumnProps {
  readonly category: CategoryView;
  readonly index: number;
  readonly track: number | undefined;
  readonly picking: boolean;
  readonly currentId: QuestionId | null;
  readonly pick: Pick;
}

const Column = memo(function Column({ category, index, track, picking, currentId, pick }: ColumnProps) {
  useTranslator();
  return (
    <div className={styles.column} style={{ gridColumn: track }} role="group" aria-label={category.name}>
      <h2 className={styles.category}>{category.name}</h2>
      {category.questions.map((question, row) => (
        <Tile
          key={question.id}
          at={[index, row]}
          category={category}
          question={question}
          current={currentId === question.id}
          pickable={picking}
          onPick={() => pick(category.id, question.id)}
        />
      ))}
    </div>
  );
});

interface TileProps {
  readonly at: readonly [number, number];
  readonly category: CategoryView;
  readonly question: QuestionView;
  readonly current: boolean;
  readonly pickable: boolean;
  onPick(): void;
}

function Tile({ at, category, question, current, pickable, onPick }: TileProps) {
  const spoken = { category: category.name, points: figure(question.points) };
  const winner = question.answeredByName ?? t('nobody');
  if (question.answered) {
    return (
      <div
        className={styles.tile}
        data-state="played"
        role="img"
        aria-label={t('playedBy', { ...spoken, name: winner })}
      >
        {winner}
        {question.answeredCorrectly && ' ✓'}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={styles.tile}
      data-state={current ? 'current' : 'open'}
      data-column={at[0]}
      data-row={at[1]}
      aria-current={current}
      aria-label={t(current ? 'tileCurrent' : 'tile', spoken)}
      disabled={!pickable && !current}
      onClick={() => pickable && onPick()}
    >
      {figure(question.points)}
    </button>
  );
}
