import type { KeyboardEvent } from 'react';
import type { CategoryView, GameView, QuestionView } from '@earworm/rules';
import { figure } from '../../ui/numbers.js';
import styles from './board.module.css';
import { t } from './t.js';

interface BoardProps {
  readonly view: GameView;
  onPick(categoryId: CategoryView['id'], questionId: QuestionView['id']): void;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys walk over the tiles; a tile that is not there is stepped over to the next in that direction. */
function walk(key: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[key.key];
  const from = key.target instanceof HTMLElement ? key.target.dataset : null;
  if (!step || from?.column === undefined) return;
  key.preventDefault();
  let [column, row] = [Number(from.column), Number(from.row)];
  for (let tries = 0; tries < 40; tries++) {
    column += step[0];
    row += step[1];
    const tile = key.currentTarget.querySelector<HTMLElement>(`[data-column="${column}"][data-row="${row}"]`);
    if (tile) return tile.focus();
  }
}

/** Categories as columns, questions as tiles; played ones fall back and say who got them. */
export function Board({ view, onPick }: BoardProps) {
  const picking = view.status === 'playing' && view.current === null;
  return (
    <section className={styles.board} aria-label={t('board')} data-picking={picking} onKeyDown={walk}>
      {view.categories.map((category, column) => (
        <div key={category.id} className={styles.column} role="group" aria-label={category.name}>
          <h2 className={styles.category}>{category.name}</h2>
          {category.questions.map((question, row) => (
            <Tile
              key={question.id}
              at={[column, row]}
              category={category}
              question={question}
              current={view.current?.questionId === question.id}
              pickable={picking}
              onPick={() => onPick(category.id, question.id)}
            />
          ))}
        </div>
      ))}
    </section>
  );
}

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
