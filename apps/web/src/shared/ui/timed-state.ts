import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** State that returns to null after `shownMs`; while `held`, that time does not begin. */
export function useTransient<T>(
  shownMs: number | ((value: T) => number),
  held = false,
): readonly [T | null, Dispatch<SetStateAction<T | null>>] {
  const [value, setValue] = useState<T | null>(null);
  const ms = value === null || held ? null : typeof shownMs === 'number' ? shownMs : shownMs(value);
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => setValue(null), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return [value, setValue];
}

/** True for `ms`: a tap this soon was meant for what was in the same place before. */
export function useJustMounted(ms: number): boolean {
  const [justMounted, setJustMounted] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setJustMounted(false), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return justMounted;
}
