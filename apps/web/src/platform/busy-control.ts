import { create } from 'zustand';

const CONTROLS = 'button, input, [role=button], [role=menuitem], [role=menuitemcheckbox], [role=option], [role=tab]';

/**
 * React draws, and so begins to load, after the press; what begins later is not its work. A timer, not the clock: it does
 * not run out while a slow phone draws.
 */
const BEGINS_WITHIN_MS = 50;

class Moment {
  isNow = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  begin(): void {
    clearTimeout(this.#timer);
    this.isNow = true;
    this.#timer = setTimeout(() => (this.isNow = false), BEGINS_WITHIN_MS);
  }
}

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
const press = new Moment();
const act = new Moment();
const waiting = new WeakMap<Element, number>();

// Also loaded where there is no window, by specs of what uses HTTP.
globalThis.addEventListener?.(
  'click',
  ({ target }) => {
    pressed = target instanceof Element ? target.closest(CONTROLS) : null;
    press.begin();
  },
  { capture: true },
);
for (const type of ['click', 'keydown', 'pointerdown', 'submit', 'change', 'drop'])
  globalThis.addEventListener?.(type, () => act.begin(), { capture: true });

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
  const control = press.isNow ? pressed : null;
  const own: UserWork | null = act.isNow ? { since: Date.now(), isBusy } : null;
  if (control === null && own === null) return work;
  if (control !== null) count(control, 1);
  if (own !== null) useUserWork.setState((list) => [...list, own], true);
  const end = () => {
    if (control !== null) count(control, -1);
    if (own !== null) useUserWork.setState((list) => list.filter((each) => each !== own), true);
    // What begins now is the next call of the same press.
    act.begin();
    if (control === pressed) press.begin();
  };
  work.then(end, end);
  return work;
}
