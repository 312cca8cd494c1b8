import type { Page } from 'playwright-core';
import { type Control, controlsOf, press, settled } from './presses.js';

/** A page in a state, opened anew as often as a press leads away from it. */
export interface Place {
  open(): Promise<Page>;
  /** Default: all of it. */
  readonly within?: string;
  readonly isHome?: boolean;
  /** Fills what a press needs. */
  prepare?(page: Page): Promise<unknown>;
}

/** Holds the network up until the act ends. Opening a page and what follows on a press need not wait. */
export type Delayed = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** One press stands for those of the same kind. */
const kindOf = (text: string) =>
  text
    .replaceAll(/ \(\d+\)$/g, '')
    .replaceAll(/\b(Eighties|Films)\b/g, 'Category')
    .replaceAll(/\b(Ada|Ben)\b/g, 'Player')
    .replaceAll(/\d+/g, '#');
const keyOf = ({ layer, name }: Control) => `${name === 'Close' ? 'dialog' : kindOf(layer)} > ${kindOf(name)}`;
const isIn = (controls: readonly Control[], { layer, name }: Control) =>
  controls.some((each) => each.name === name && each.layer === layer);
/** They close the layer with what else is to be pressed in it. */
const CLOSES = /> (Close|Cancel|Back.*|Leave.*|Sign Out|Sign out.*|End.*|.*[dD]elete.*)$/;

/** Silent for a reason: it is heard, not seen. */
const HEARD: readonly string[] = ['Listen > From the start', ' > ReplayM'];
/** Dialogs of every page, which are walked at home. */
const OF_EVERY_PAGE = /^(Send Feedback|Sign In|Create Account|Reset Password)$/;

/** Presses one control of each kind of a page and of what opens on it; those that show nothing for 100 ms. */
export async function silentControls(
  { open, prepare, within = 'body', isHome = false }: Place,
  known: Set<string>,
  delayed: Delayed,
): Promise<string[]> {
  const silent: string[] = [];
  /** Controls to press, with those that open the layer that they are in. */
  let queue: { readonly path: readonly Control[]; readonly control: Control }[] = [];
  const enqueue = (path: readonly Control[], controls: readonly Control[]) => {
    const fresh = controls.filter((control) => {
      const isFresh = !known.has(keyOf(control));
      known.add(keyOf(control));
      return isFresh;
    });
    queue.unshift(...fresh.map((control) => ({ path, control })));
    queue.sort((one, other) => Number(CLOSES.test(keyOf(one.control))) - Number(CLOSES.test(keyOf(other.control))));
  };
  let page = await open();
  await prepare?.(page);
  let address = page.url();
  const settle = () => settled(page).catch(() => page.waitForLoadState());
  const follow = async (path: readonly Control[]) => {
    for (const opener of path) {
      if (!isIn(await controlsOf(page, within), opener)) return;
      await press(page, opener);
      await settle();
    }
  };
  const reaches = async ({ path, control }: (typeof queue)[number]) => {
    const isOpen = async () => page.url() === address && isIn(await controlsOf(page, within), control);
    if (await isOpen()) return true;
    if (page.url() === address) {
      await follow(path);
      if (await isOpen()) return true;
    }
    page = await open();
    await prepare?.(page);
    address = page.url();
    await follow(path);
    return isOpen();
  };
  enqueue([], await controlsOf(page, within));
  while (queue.length > 0) {
    const now = page.url() === address ? await controlsOf(page, within) : [];
    const next = queue.find(({ control }) => isIn(now, control)) ?? queue[0]!;
    queue = queue.filter((each) => each !== next);
    if (!(await reaches(next))) continue;
    const { path, control } = next;
    if (!(await delayed(() => press(page, control))) && !HEARD.includes(keyOf(control))) silent.push(keyOf(control));
    await settle();
    const after = page.url() === address ? await controlsOf(page, within) : [];
    const layer = after[0]?.layer ?? '';
    if (layer !== control.layer && layer !== '' && (isHome || !OF_EVERY_PAGE.test(layer)))
      enqueue([...path, control], after);
  }
  return silent;
}
