import { useEffect, useRef } from 'react';
import type { BuzzerKind } from './buzzer-state.js';

/** ms on, off, on … for states that a thumb should feel. */
const PATTERNS: Partial<Record<BuzzerKind, number[]>> = {
  armed: [35],
  sent: [15],
  first: [90, 50, 90, 50, 200],
  inLine: [40, 60, 40],
  right: [50, 40, 50, 40, 50, 40, 160],
  wrong: [350],
  out: [20, 40, 20],
};

/** Vibrates when the button becomes another one; never for how it was found. */
export function useVibration(kind: BuzzerKind): void {
  const before = useRef(kind);
  useEffect(() => {
    if (before.current === kind) return;
    before.current = kind;
    const pattern = PATTERNS[kind];
    // Not every browser can vibrate, and none does before the first touch.
    if (!pattern || navigator.userActivation?.hasBeenActive === false) return;
    // After the frame that shows it.
    setTimeout(() => navigator.vibrate?.(pattern));
  }, [kind]);
}
