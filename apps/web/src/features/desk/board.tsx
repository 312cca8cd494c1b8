import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { CategoryView, GameView, QuestionId, QuestionView } from '@earworm/rules';
import { flushSync } from 'react-dom';
import { useTranslator } from '../../platform/i18n/texts.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './board.module.css';
import { useColumnsInSight } from './columns-in-sight.js';
import { lanesOf } from '../../shared/game/lanes.js';
import { useRights } from '../../shared/live/use-rights.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { whyNotMoveOn } from './use-desk.js';
import { isFree } from './use-home-focus.js';

type Pick = (categoryId: CategoryView['id'], questionId: QuestionView['id']) => void;
interface BoardProps {
  readonly view: GameView;
  /** After a verdict or a selection: a double click must not select the tile that has moved below the pointer. */
  readonly resting: boolean;
  readonly onPick: Pick;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Column and row of tiles on the whole board. */
const placeOf = (category: number, index: number, lanes: number): readonly [number, number] => [
  category * lanes + (index % lanes),
  Math.floor(index / lanes),
];
/** Played tiles that the arrow keys skip before giving up. */
const WALKED_MAX = 200;

export function Board({ view, resting, onPick }: BoardProps) {
  const { categories, current } = view;
  const frame = useRef<HTMLElement>(null);
  const { isLong, drawn, style, bring, look } = useColumnsInSight(frame, categories.length);
  const { lanes, rows } = lanesOf(categories);
  const sizes: CSSProperties & Record<'--rows' | '--lanes', number> = { ...style, '--rows': rows, '--lanes': lanes };
  const barred = whyNotMoveOn(view, useRights(view));
  const picking = view.status === 'playing' && current === null && barred === null;

  // Columns render only when their content has changed.
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = resting ? () => undefined : onPick;
  });
  const pick = useCallback<Pick>((categoryId, questionId) => latest.current(categoryId, questionId), []);

  const at = categories.findIndex(({ id }) => id === current?.categoryId);
  const index = categories[at]?.questions.findIndex(({ id }) => id === current?.questionId) ?? 0;
  const last = useRef<readonly [number, number] | null>(null);
  useEffect(() => {
    if (at < 0) return;
    bring(at);
    last.current = placeOf(at, index, lanes);
  }, [bring, at, index, lanes]);

  // One tab stop, as in any composite widget: the tile that had the focus, within which the arrow keys lead on.
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const open = drawn.flatMap((at) => categories[at]?.questions ?? []).filter(({ answered }) => !answered);
  const isOpen = (id: string | null | undefined) => open.find((question) => question.id === id)?.id;
  const stopId = current
    ? current.questionId
    : (isOpen(focusedId) ?? isOpen(view.proposedQuestionId) ?? open[0]?.id ?? null);

  const tileAt = (column: number, row: number) =>
    frame.current?.querySelector<HTMLElement>(`[data-column="${column}"][data-row="${row}"]`);
  const isOpenAt = (x: number, y: number) =>
    categories[Math.floor(x / lanes)]?.questions[y * lanes + (x % lanes)]?.answered === false;
  // To another column: to its nearest row, or tiles without an open neighbour in their row could not be reached.
  const rowsFrom = (row: number, down: number) =>
    down !== 0
      ? [row]
      : Array.from({ length: rows }, (_, y) => y).sort((a, b) => Math.abs(a - row) - Math.abs(b - row));
  const walkFrom = ([column, row]: readonly [number, number], [right, down]: readonly [number, number]): boolean => {
    for (let steps = 1; steps <= WALKED_MAX; steps++) {
      const x = column + steps * right;
      const y = rowsFrom(row + steps * down, down).find((one) => isOpenAt(x, one));
      if (y === undefined) continue;
      bring(Math.floor(x / lanes));
      if (!tileAt(x, y)) flushSync(look);
      tileAt(x, y)?.focus();
      return true;
    }
    return false;
  };
  const walk = (key: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[key.key];
    const from = key.target instanceof HTMLElement ? key.target.dataset : null;
    if (!step || from?.column === undefined) return;
    key.preventDefault();
    walkFrom([Number(from.column), Number(from.row)], step);
  };
  // A played tile is no button and loses the focus: the arrow keys continue from its place.
  const walkOn = useEffectEvent((key: globalThis.KeyboardEvent) => {
    const step = STEPS[key.key];
    const held = key.altKey || key.ctrlKey || key.metaKey || key.shiftKey;
    if (!step || held || !picking || !isFree(key.target)) return;
    key.preventDefault();
    if (last.current && walkFrom(last.current, step)) return;
    frame.current?.querySelector<HTMLElement>('[data-column][tabindex="0"]')?.focus();
  });
  useEffect(() => {
    const listen = (key: globalThis.KeyboardEvent) => walkOn(key);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return (
    <section
      ref={frame}
      className={styles.board}
      style={sizes}
      aria-label={t('board')}
      data-picking={picking}
      title={barred ?? undefined}
      data-many={categories.length > 4 || undefined}
      aria-disabled={resting}
      onKeyDown={walk}
      onFocus={({ target }) => setFocusedId(target.dataset['question'] ?? null)}
    >
      {drawn.map((index) => {
        const category = categories[index];
        if (!category) return null;
        const here = current?.categoryId === category.id ? current.questionId : null;
        const proposed = category.questions.find(({ id }) => id === view.proposedQuestionId)?.id ?? null;
        const track = isLong ? index + 1 : undefined;
        return (
          <Column
            key={category.id}
            category={category}
            index={index}
            lanes={lanes}
            track={track}
            picking={picking}
            pick={pick}
            currentId={here}
            proposedId={proposed}
            stopId={category.questions.some(({ id }) => id === stopId) ? stopId : null}
          />
        );
      })}
    </section>
  );
}

interface ColumnProps {
  readonly category: CategoryView;
  readonly index: number;
  readonly lanes: number;
  readonly track: number | undefined;
  readonly picking: boolean;
  readonly currentId: QuestionId | null;
  readonly proposedId: QuestionId | null;
  /** The tab stop, if it is in this column. */
  readonly stopId: string | null;
  readonly pick: Pick;
}

const Column = memo(function Column(props: ColumnProps) {
  const { category, index, lanes, track, picking, currentId, proposedId, stopId, pick } = props;
  useTranslator();
  return (
    <div className={styles.column} style={{ gridColumn: track }} role="group" aria-label={category.name}>
      <h2 className={styles.category} title={category.name}>
        <span className={styles.words} dir="auto">
          {category.name}
        </span>
      </h2>
      {category.questions.map((question, place) => (
        <Tile
          isTabStop={question.id === stopId}
          key={question.id}
          at={placeOf(index, place, lanes)}
          category={category}
          question={question}
          current={currentId === question.id}
          proposed={proposedId === question.id}
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
  readonly proposed: boolean;
  readonly pickable: boolean;
  readonly isTabStop: boolean;
  onPick(): void;
}

function Tile({ at, category, question, current, proposed, pickable, isTabStop, onPick }: TileProps) {
  const spoken = { category: category.name, points: figure(question.points) };
  const winner = question.answeredByName;
  if (question.answered) {
    return (
      <div
        className={styles.tile}
        data-state="played"
        role="img"
        aria-label={gameText('playedBy', { ...spoken, name: winner ?? gameText('nobody') })}
      >
        {winner ?? '–'}
        {question.answeredCorrectly && ' ✓'}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={styles.tile}
      data-state={current ? 'current' : 'open'}
      data-question={question.id}
      data-column={at[0]}
      data-row={at[1]}
      data-wide={question.points >= 1000 || undefined}
      aria-current={current}
      data-proposed={proposed || undefined}
      aria-label={current || proposed ? t(current ? 'tileCurrent' : 'tileProposed', spoken) : gameText('tile', spoken)}
      disabled={!pickable && !current}
      // It keeps the focus for the arrow keys, but cannot be pressed.
      aria-disabled={(current && !pickable) || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => pickable && onPick()}
    >
      {figure(question.points)}
    </button>
  );
}
