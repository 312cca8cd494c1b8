import { type CSSProperties, type RefObject, useCallback, useEffect, useState } from 'react';

/** Up to so many columns all are drawn and share the width; of more, only those in sight, each as narrow as may be. */
const COLUMNS_DRAWN = 24;
const COLUMN_PX = 72;
/** From one column's edge to the next one's. */
const STEP_PX = 80;
/** Drawn on either side of those in sight, so that a scroll meets no blank. */
const BESIDE = 4;

export interface ColumnsInSight {
  readonly isLong: boolean;
  /** Indexes of the columns to draw, in order. */
  readonly drawn: readonly number[];
  /** Every column of a long board keeps its place, drawn or not: one that comes moves no other. */
  readonly style: CSSProperties | undefined;
  /** Scrolls a column into sight; it is drawn with the next frame. */
  bring(index: number): void;
  /** Looks again what is in sight. */
  look(): void;
}

/** What is to be drawn of a board with `count` columns that scrolls inside `frameRef`. */
export function useColumnsInSight(frameRef: RefObject<HTMLElement | null>, count: number): ColumnsInSight {
  const isLong = count > COLUMNS_DRAWN;
  const [{ first, end }, setRange] = useState({ first: 0, end: COLUMNS_DRAWN });

  const look = useCallback(() => {
    if (!frameRef.current) return;
    const { scrollLeft, clientWidth } = frameRef.current;
    const first = Math.floor(scrollLeft / STEP_PX) - BESIDE;
    const end = Math.ceil((scrollLeft + clientWidth) / STEP_PX) + BESIDE;
    setRange((before) => (before.first === first && before.end === end ? before : { first, end }));
  }, [frameRef]);

  useEffect(() => {
    const board = frameRef.current;
    if (!isLong || !board) return;
    board.addEventListener('scroll', look, { passive: true });
    // Also tells the size that the board begins with.
    const resized = new ResizeObserver(look);
    resized.observe(board);
    return () => {
      board.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [frameRef, isLong, look]);

  const bring = useCallback(
    (index: number) => {
      const board = frameRef.current;
      if (!isLong || !board) return;
      const left = index * STEP_PX;
      const furthest = left + STEP_PX - board.clientWidth;
      board.scrollLeft = Math.max(Math.min(board.scrollLeft, left), furthest);
    },
    [frameRef, isLong],
  );

  const [from, to] = isLong ? [Math.max(0, first), Math.min(count, end)] : [0, count];
  return {
    isLong,
    drawn: Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place),
    style: isLong ? { gridTemplateColumns: `repeat(${count}, ${COLUMN_PX}px)` } : undefined,
    bring,
    look,
  };
}
