import { type ComponentType, lazy, Suspense } from 'react';
import { busyDuring } from '../platform/busy-control.js';
import { withKit } from '../platform/theme/with-kit.js';

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

const Nothing = () => null;

/** `Fallback` is shown while the chunk loads, and for good if that fails. */
function optional(
  load: () => Promise<{ readonly default: ComponentType }>,
  Fallback: ComponentType = Nothing,
): ComponentType {
  const Component = lazy(() => load().catch(() => ({ default: Fallback })));
  return function Optional() {
    return (
      <Suspense fallback={<Fallback />}>
        <Component />
      </Suspense>
    );
  };
}

export const optionalComponent = (load: () => Promise<ComponentType>): ComponentType =>
  optional(async () => ({ default: await load().catch(load) }));

/** With Mantine. */
export const optionalWithKit = (load: () => Promise<ComponentType>, Fallback?: ComponentType): ComponentType =>
  optional(() => withKit(load), Fallback);

export const loadGamePage = () => import('./game-page.js');
/** Fetched after the first paint: signing in does not wait for it. */
export const loadSignIn = () => import('../features/sign-in/sign-in-modal.js');
