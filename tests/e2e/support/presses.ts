/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** 100 ms of a display with 60 Hz. Frames, because a busy machine makes them longer as it makes everything else. */
const FRAMES = 6;
/** What changes by itself, such as a clock, is known after these. */
const FRAMES_BEFORE = 12;

/** A control, in the dialog, menu or list that is open on top; `''` is the page. */
export interface Control {
  readonly layer: string;
  readonly name: string;
}

/** The controls that can be pressed now: in the layer on top, or of the page `within` this selector. Links and what is chosen already are left out. */
export const controlsOf = (page: Page, within: string): Promise<Control[]> =>
  page.evaluate((root) => {
    for (const element of document.querySelectorAll('[data-control]')) element.removeAttribute('data-control');
    const isShown = (element: Element): boolean => {
      if (element instanceof HTMLInputElement && [...(element.labels ?? [])].some(isShown)) return true;
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
    };
    const nameOf = (element: Element) =>
      (
        element.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement
          ? [...(element.labels ?? [])].map((each) => each.textContent).join(' ')
          : '') ??
        ''
      ).trim() ||
      (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ') ||
      element.tagName;
    const layers = [
      ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'),
    ].filter(isShown);
    const top = layers.at(-1);
    const layer = top === undefined ? '' : (top.querySelector('h1, h2')?.textContent ?? nameOf(top)).slice(0, 60);
    const found = (top ?? document.querySelector(root) ?? document.body).querySelectorAll<HTMLElement>(
      'button, [role=button], [role=switch], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=tab], [role=option], input[type=checkbox], input[type=radio]',
    );
    const seen = new Map<string, number>();
    return [...found]
      .filter((element) => {
        if (!isShown(element) || element.closest('a[href], [aria-disabled=true], [inert]') !== null) return false;
        // A handle is dragged, not pressed.
        if (
          element.matches(
            ':disabled, [aria-selected=true], [data-disabled], :checked[type=radio], [role=radio][aria-checked=true], [aria-roledescription]',
          )
        )
          return false;
        return element.getAttribute('aria-busy') !== 'true' && !element.hasAttribute('data-loading');
      })
      .map((element) => {
        const base = nameOf(element).slice(0, 80);
        const at = seen.get(base) ?? 0;
        seen.set(base, at + 1);
        const name = at === 0 ? base : `${base} (${at + 1})`;
        element.dataset['control'] = name;
        return { layer, name };
      });
  }, within);

/** Presses one of `controlsOf`; whether a change is seen, or `aria-busy`, before the next frames are drawn. */
export const press = (page: Page, { name }: Control): Promise<boolean> =>
  page.evaluate(
    async ([wanted, frames, framesBefore]) => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      const element = [...document.querySelectorAll<HTMLElement>('[data-control]')].find(
        (each) => each.dataset['control'] === wanted,
      );
      if (element === undefined) throw new Error(`${wanted} is gone`);
      const restless = new Set<string>();
      const numbers = new Map<Node, number>();
      const kindOf = ({ target, type, attributeName }: MutationRecord) => {
        if (!numbers.has(target)) numbers.set(target, numbers.size);
        return `${numbers.get(target)} ${type} ${attributeName ?? ''}`;
      };
      let isPressed = false;
      let isChanged = false;
      const isVisible = (node: Node) => {
        const shown = node instanceof Element ? node : node.parentElement;
        return shown !== null && shown.closest('head, script, style, .sr-only') === null;
      };
      const observer = new MutationObserver((changes) => {
        for (const change of changes) {
          if (change.attributeName === 'data-control') continue;
          if (!isPressed) restless.add(kindOf(change));
          else if (isVisible(change.target) && !restless.has(kindOf(change))) isChanged = true;
        }
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      for (let n = 0; n < framesBefore; n++) await frame();
      const checked = () => (element instanceof HTMLInputElement ? element.checked : null);
      const before = checked();
      isPressed = true;
      const options = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse', isPrimary: true };
      // The browser's own dialog is a change that the page does not see.
      const onChooser = (event: Event) => {
        if (event.target instanceof HTMLInputElement && event.target.type === 'file') isChanged = true;
      };
      addEventListener('click', onChooser, { capture: true });
      element.dispatchEvent(new PointerEvent('pointerdown', options));
      element.dispatchEvent(new MouseEvent('mousedown', options));
      element.dispatchEvent(new PointerEvent('pointerup', options));
      element.dispatchEvent(new MouseEvent('mouseup', options));
      element.click();
      for (let n = 0; n < frames && !isChanged && checked() === before; n++) await frame();
      observer.disconnect();
      removeEventListener('click', onChooser, { capture: true });
      return isChanged || checked() !== before;
    },
    [name, FRAMES, FRAMES_BEFORE] as const,
  );

/** Longer than a press is on its way through the delayed network. */
const STILL_FRAMES = 24;
/** Of a page that goes on changing by itself. */
const MOST_FRAMES = 90;

/**
 * Until the page has not changed for longer than an answer takes, or goes on changing by itself. What a press has begun to
 * load is waited for: the next press would be on another page.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    async ([still, most]) => {
      let quiet = 0;
      const observer = new MutationObserver(() => (quiet = 0));
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      const isBusy = () => document.querySelector('[aria-busy=true]:not(main)') !== null;
      for (let n = 0; n < most && quiet < still; n++) {
        quiet++;
        do await new Promise((drawn) => requestAnimationFrame(drawn));
        while (isBusy());
      }
      observer.disconnect();
    },
    [STILL_FRAMES, MOST_FRAMES] as const,
  );
