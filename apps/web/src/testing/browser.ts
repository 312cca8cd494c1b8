import { jest } from '@jest/globals';
import * as react from 'react';

// Testing Library looks here to find out whether a spec controls the clock.
Object.assign(globalThis, { jest });

/** React records a stack for each of the first 10,000 elements of a second: a sixth of what these specs take. */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as Record<
  string,
  object
>;
Object.defineProperty(internals ?? {}, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });

class Watcher {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/** What jsdom has no layout for: nothing is measured, nothing scrolls, and of all queries only that for less motion matches. */
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media === '(prefers-reduced-motion: reduce)',
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.ResizeObserver = Watcher;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
// Mantine hides a menu whose button is out of the window: everything is in it, and has a size.
Object.defineProperties(document.documentElement, {
  clientWidth: { value: innerWidth, configurable: true },
  clientHeight: { value: innerHeight, configurable: true },
});
Element.prototype.getBoundingClientRect = () => new DOMRect(8, 8, 100, 40);
navigator.sendBeacon = () => true;
// Without codecs: nothing is heard, and everything plays. FakeAudio takes their place where a spec plays clips.
Object.assign(HTMLMediaElement.prototype, {
  play: () => Promise.resolve(),
  pause: () => undefined,
  load: () => undefined,
  canPlayType: () => '',
});
Object.assign(document, { fonts: new EventTarget() });
/** Everything is in sight as soon as it is looked at. */
window.IntersectionObserver = class extends Watcher {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  constructor(private readonly callback: IntersectionObserverCallback) {
    super();
  }
  override observe(target?: Element): void {
    const boundingClientRect = target!.getBoundingClientRect();
    this.callback([{ isIntersecting: true, target, boundingClientRect } as unknown as IntersectionObserverEntry], this);
  }
};

/** Elements that browsers never draw. */
const NEVER_DRAWN: ReadonlySet<string> = new Set(['HEAD', 'LINK', 'META', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);
const isDrawn = (element: Element) => !NEVER_DRAWN.has(element.tagName) && !element.hasAttribute('hidden');
const displayOf = (element: Element) => (element as HTMLElement).style.display || (isDrawn(element) ? 'block' : 'none');
const visibilityOf = (element: Element | null): string =>
  element === null ? 'visible' : (element as HTMLElement).style.visibility || visibilityOf(element.parentElement);
const wholeStyle = window.getComputedStyle.bind(window);

/**
 * Every look-up by role asks many elements whether they are hidden, for which jsdom works out all of their properties. As no
 * sheet is loaded here, their attributes say it.
 */
window.getComputedStyle = (element, pseudo) => {
  let whole: CSSStyleDeclaration | undefined;
  const style = () => (whole ??= wholeStyle(element, pseudo));
  const getPropertyValue = (name: string) => {
    if (name === 'display') return displayOf(element);
    return name === 'visibility' ? visibilityOf(element) : style().getPropertyValue(name);
  };
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'getPropertyValue') return getPropertyValue;
      const value: unknown = Reflect.get(style(), name);
      return typeof value === 'function' ? value.bind(style()) : value;
    },
  });
};

/** In jsdom each look-up of a field's labels compares every element of the page with every label. */
const labels = {
  configurable: true,
  get(this: HTMLInputElement) {
    const { id } = this;
    const isOfThis = (label: HTMLLabelElement) =>
      label.htmlFor === '' ? label.contains(this) && label.control === this : label.htmlFor === id;
    return [...(this.getRootNode() as Document | Element).querySelectorAll('label')].filter(isOfThis);
  },
};
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement])
  Object.defineProperty(prototype, 'labels', labels);
