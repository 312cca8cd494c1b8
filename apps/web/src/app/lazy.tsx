import { type ComponentType, lazy, type ReactNode } from 'react';
import { busyDuring } from '../platform/busy-control.js';
import { withKit } from '../platform/theme/with-kit.js';
import { lazyPart } from '../shared/ui/lazy-part.js';

/** In a separate chunk. */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    busyDuring(
      load()
        .catch(load)
        .then((component) => ({ default: component })),
    ),
  );

/** In a separate chunk, with Mantine. */
export const lazyWithKit = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => busyDuring(withKit(load)));

/** A part of a page in a separate chunk, with Mantine. */
export const lazyPartWithKit = (load: () => Promise<ComponentType>, fallback?: ReactNode): ComponentType =>
  lazyPart(async () => (await withKit(load)).default, fallback);

type Chunk<Props> = { readonly default: ComponentType<Props> };

/** Calls back at once, which no promise does. */
const settled = <T,>(value: T): Promise<T> =>
  ({ then: (onValue: (value: T) => unknown) => onValue(value) }) as Promise<T>;

/**
 * A component in a separate chunk, and what fetches that ahead. Once it is there, it is drawn at once. React shows the fallback
 * for every promise, also for one that is fulfilled, and keeps it for 300 ms.
 */
export function fetchedAhead<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let chunk: Chunk<Props> | null = null;
  const fetch = async () => (chunk = { default: await load() });
  const Component = lazy(() => (chunk ? settled(chunk) : busyDuring(fetch().catch(fetch))));
  return [Component, fetch] as const;
}

export const [GamePage, loadGamePage] = fetchedAhead(async () => (await import('./game-page.js')).GamePage);
/** Fetched after the first paint: signing in does not wait for it. */
export const loadSignIn = () => import('../features/sign-in/sign-in-modal.js');
