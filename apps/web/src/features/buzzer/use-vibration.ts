import { useEffect, useRef } from 'react';
import type { BuzzerKind } from './buzzer-state.js';

/** ms on, off, on … */
const PATTERNS: Partial<Record<BuzzerKind, number[]>> = {
  armed: [35],
  sent: [15],
  first: [90, 50, 90, 50, 200],
  inLine: [40, 60, 40],
  right: [50, 40, 50, 40, 50, 40, 160],
  wrong: [350],
  out: [20, 40, 20],
  early: [20, 40, 20],
};

export function useVibration(kind: BuzzerKind): void {
  const before = useRef(kind);
  useEffect(() => {
    if (before.current === kind) return;
    before.current = kind;
    const pattern = PATTERNS[kind];
    // Unsupported in some browsers, and blocked before the first touch.
    if (!pattern || navigator.userActivation?.hasBeenActive === false) return;
    setTimeout(() => navigator.vibrate?.(pattern));
  }, [kind]);
}
