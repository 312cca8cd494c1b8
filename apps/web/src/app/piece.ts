import { type ComponentType, lazy } from 'react';

/** A part of the app in a file of its own, fetched when it is first shown, with the styles that only such parts need. */
export const piece = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), import('./all-styles.js')]);
    return { default: part };
  });
