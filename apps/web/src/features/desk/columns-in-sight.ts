import { type CSSProperties, type RefObject, useCallback, useEffect, useState } from 'react';

/** Up to this number all columns are rendered and share the width; beyond, only visible ones at the minimum width. */
const COLUMNS_DRAWN = 24;
const COLUMN_PX = 72;
const STEP_PX = 80;
/** Rendered beyond both edges, so that scrolling shows no gap. */
const BESIDE = 4;

export interface ColumnsInSight {
  readonly isLong: boolean;
  readonly drawn: readonly number[];
  /** Columns keep their place whether or not they are rendered. */
  readonly style: CSSProperties | undefined;
  bring(index: number): void;
  look(): void;
}

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
    // Reports the initial size too.
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
