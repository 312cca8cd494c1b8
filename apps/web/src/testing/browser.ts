import { jest } from '@jest/globals';

// Testing Library looks here to find out whether a spec controls the clock.
Object.assign(globalThis, { jest });

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
navigator.sendBeacon = () => true;
