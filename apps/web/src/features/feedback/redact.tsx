import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Box, Picture } from './picture.js';
import styles from './feedback.module.css';
import { t } from './texts.js';

const STEP = 0.02;
const SMALLEST = 0.008;
const MOST_BOXES = 50;

const within = (value: number) => Math.min(1, Math.max(0, value));
const spanned = (a: { x: number; y: number }, b: { x: number; y: number }): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});
const percent = (fraction: number) => `${fraction * 100}%`;
const placed = ({ x, y, width, height }: Box) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
});

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface Props {
  readonly picture: Picture;
  readonly boxes: readonly Box[];
  readonly onChange: (boxes: readonly Box[]) => void;
}

export function Redact({ picture, boxes, onChange }: Props) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const [drawing, setDrawing] = useState<Box | null>(null);

  const pointOf = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) };
  };
  const end = (drawn: Box | null) => {
    const isBox = drawn && drawn.width > SMALLEST && drawn.height > SMALLEST;
    if (isBox && boxes.length < MOST_BOXES) onChange([...boxes, drawn]);
    from.current = null;
    setDrawing(null);
  };
  const onKey = (event: KeyboardEvent, at: number, box: Box) => {
    const move = MOVES[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') onChange(boxes.filter((_, other) => other !== at));
    else if (move === undefined) return;
    else {
      const [dx, dy] = move;
      const changed = event.shiftKey
        ? { ...box, width: Math.max(STEP, box.width + dx), height: Math.max(STEP, box.height + dy) }
        : { ...box, x: within(box.x + dx), y: within(box.y + dy) };
      onChange(boxes.map((other, index) => (index === at ? changed : other)));
    }
    event.preventDefault();
  };

  return (
    <div
      className={styles.redact}
      data-testid="redact"
      onPointerDown={(event) => {
        if (event.target instanceof HTMLButtonElement || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = pointOf(event);
      }}
      onPointerMove={(event) => from.current && setDrawing(spanned(from.current, pointOf(event)))}
      // Uses the final position: a slow phone may have skipped the last moves.
      onPointerUp={(event) => end(from.current && spanned(from.current, pointOf(event)))}
      onPointerCancel={() => end(drawing)}
    >
      <img src={picture.url} alt={t('preview')} draggable={false} />
      {boxes.map((box, at) => (
        <button
          key={at}
          type="button"
          className={styles.box}
          style={placed(box)}
          aria-label={t('box', { number: at + 1 })}
          onKeyDown={(event) => onKey(event, at, box)}
        />
      ))}
      {drawing && <span className={styles.box} style={placed(drawing)} />}
    </div>
  );
}
