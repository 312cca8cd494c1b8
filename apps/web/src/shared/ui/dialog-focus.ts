import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from 'react';

const TABBABLE = 'a[href], button, input, select, textarea, iframe, summary, [tabindex], [contenteditable]';

/** Of radio buttons, only the chosen one is a stop. */
const isStop = (element: HTMLElement, all: readonly HTMLElement[]) =>
  !(element instanceof HTMLInputElement && element.type === 'radio') ||
  element.checked ||
  !all.some((other) => other instanceof HTMLInputElement && other.name === element.name && other.checked);

function tabStopsIn(place: HTMLElement): readonly HTMLElement[] {
  const all = [...place.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.closest('[hidden], [inert]') === null &&
      // Not in specs.
      (element.checkVisibility?.() ?? true),
  );
  return all.filter((element) => isStop(element, all));
}

/** Tab leads from the last one back to the first. */
export function keepTabIn(key: KeyboardEvent<HTMLElement>): void {
  const place = key.currentTarget;
  if (key.key !== 'Tab' || key.defaultPrevented || !(key.target instanceof Node) || !place.contains(key.target)) return;
  const stops = tabStopsIn(place);
  const [first, last] = [stops[0], stops.at(-1)];
  const isAtEnd = document.activeElement === (key.shiftKey ? first : last) || document.activeElement === place;
  if (first !== undefined && !isAtEnd) return;
  key.preventDefault();
  ((key.shiftKey ? last : first) ?? place).focus();
}

/** The focus is in the dialog while it is opened, and where it was after that. */
export function useFocusIn(dialog: RefObject<HTMLElement | null>, opened: boolean, returns: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    const place = dialog.current;
    // After a menu has closed whose item opened it: Mantine's menus leave a focus alone that has moved since then.
    const timer = setTimeout(() => {
      if (place === null || place.contains(document.activeElement)) return;
      (place.querySelector<HTMLElement>('[data-autofocus]') ?? tabStopsIn(place)[0] ?? place).focus({
        preventScroll: true,
      });
    });
    return () => {
      clearTimeout(timer);
      const now = document.activeElement;
      // What closed it may have moved the focus.
      const isLost = now === null || now === document.body || place?.contains(now) === true;
      if (returns && isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [dialog, opened, returns]);
}

let locks = 0;
let unlocked = { overflow: '', paddingRight: '' };

/** The page behind it does not scroll, and does not move where its scroll bar was. */
export function useScrollLock(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const { style } = document.body;
    locks += 1;
    if (locks === 1) {
      unlocked = { overflow: style.overflow, paddingRight: style.paddingRight };
      const bar = innerWidth - document.documentElement.clientWidth;
      style.overflow = 'hidden';
      if (bar > 0) style.paddingRight = `${bar}px`;
    }
    return () => {
      locks -= 1;
      if (locks === 0) Object.assign(style, unlocked);
    };
  }, [opened]);
}
