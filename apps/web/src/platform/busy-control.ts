const CONTROLS = 'button, input, [role=button], [role=menuitem], [role=menuitemcheckbox], [role=option], [role=tab]';

/** React draws, and so begins to load, after the press; what begins later is not its work. */
const BEGINS_WITHIN_MS = 50;

let pressed: Element | null = null;
let pressedAt = -Infinity;
const waiting = new WeakMap<Element, number>();

// Also loaded where there is no window, by specs of what uses HTTP.
globalThis.addEventListener?.(
  'click',
  ({ target }) => {
    pressed = target instanceof Element ? target.closest(CONTROLS) : null;
    pressedAt = performance.now();
  },
  { capture: true },
);

function count(control: Element, by: 1 | -1): void {
  const left = (waiting.get(control) ?? 0) + by;
  waiting.set(control, left);
  if (left > 0) control.setAttribute('aria-busy', 'true');
  else control.removeAttribute('aria-busy');
}

/**
 * Marks the control that is being pressed as busy while this work, which a press has begun, waits for the network. Other
 * work is left alone.
 */
export function busyDuring<T>(work: Promise<T>): Promise<T> {
  const control = performance.now() - pressedAt < BEGINS_WITHIN_MS ? pressed : null;
  if (control === null) return work;
  count(control, 1);
  const end = () => count(control, -1);
  work.then(end, end);
  return work;
}
