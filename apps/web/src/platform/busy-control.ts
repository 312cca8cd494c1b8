import { create } from 'zustand';

const CONTROLS = 'button, input, [role=button], [role=menuitem], [role=menuitemcheckbox], [role=option], [role=tab]';

/** React draws, and so begins to load, after the press; what begins later is not its work. */
const BEGINS_WITHIN_MS = 50;

/** Begun by the user, and not done. */
export interface UserWork {
  /** Date.now() */
  readonly since: number;
  /** Whether the server has answered that it is busy, and is asked again. */
  readonly isBusy?: (() => boolean) | undefined;
}
/** The oldest first. */
export const useUserWork = create<readonly UserWork[]>(() => []);

let pressed: Element | null = null;
let pressedAt = -Infinity;
let actedAt = -Infinity;
const waiting = new WeakMap<Element, number>();
const isRecent = (at: number) => Math.abs(performance.now() - at) < BEGINS_WITHIN_MS;

// Also loaded where there is no window, by specs of what uses HTTP.
globalThis.addEventListener?.(
  'click',
  ({ target }) => {
    pressed = target instanceof Element ? target.closest(CONTROLS) : null;
    pressedAt = performance.now();
  },
  { capture: true },
);
for (const act of ['click', 'keydown', 'pointerdown', 'submit', 'change', 'drop'])
  globalThis.addEventListener?.(act, () => (actedAt = performance.now()), { capture: true });

function count(control: Element, by: 1 | -1): void {
  const left = (waiting.get(control) ?? 0) + by;
  waiting.set(control, left);
  if (left > 0) control.setAttribute('aria-busy', 'true');
  else control.removeAttribute('aria-busy');
}

/**
 * Marks the control that is being pressed as busy while this work, which a press has begun, waits for the network. What an
 * act of the user has begun is listed until it is done. Other work is left alone.
 */
export function busyDuring<T>(work: Promise<T>, isBusy?: () => boolean): Promise<T> {
  const control = isRecent(pressedAt) ? pressed : null;
  const own: UserWork | null = isRecent(actedAt) ? { since: Date.now(), isBusy } : null;
  if (control === null && own === null) return work;
  if (control !== null) count(control, 1);
  if (own !== null) useUserWork.setState((list) => [...list, own], true);
  const end = () => {
    if (control !== null) count(control, -1);
    if (own !== null) useUserWork.setState((list) => list.filter((each) => each !== own), true);
    // What begins now is the next call of the same press.
    actedAt = performance.now();
    if (control === pressed) pressedAt = actedAt;
  };
  work.then(end, end);
  return work;
}
