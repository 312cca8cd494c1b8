import { type RefObject, useEffect, useRef } from 'react';

/** Controls and fields handle their own keys. */
export const isFree = (target: EventTarget | null): boolean =>
  !(target instanceof Element && target.closest('button, a, input, textarea, select, [role], [contenteditable]'));

/**
 * A focusable region in which the focus rests while no control needs it. Controls keep the focus of a keyboard, not that of
 * a mouse or finger: the next key must not press the same control again. When the focused control disappears, the focus does
 * not fall to the page.
 */
export function useHomeFocus<Home extends HTMLElement, Within extends HTMLElement>(): {
  readonly home: RefObject<Home | null>;
  readonly within: RefObject<Within | null>;
} {
  const home = useRef<Home>(null);
  const within = useRef<Within>(null);
  useEffect(() => {
    let isPointing = false;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    addEventListener('pointerdown', () => (isPointing = true), options);
    addEventListener('keydown', () => (isPointing = false), options);
    const onFocus = ({ target }: FocusEvent) => {
      const isControl = target instanceof Element && target.matches('button, a') && within.current?.contains(target);
      if (isPointing && isControl) home.current?.focus({ preventScroll: true });
    };
    addEventListener('focusin', onFocus, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  // After each rendering: what had the focus may be gone.
  useEffect(() => {
    if (document.activeElement === document.body) home.current?.focus({ preventScroll: true });
  });
  return { home, within };
}
