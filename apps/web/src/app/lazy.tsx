import { type ComponentType, lazy, Suspense } from 'react';
import { busyDuring } from '../platform/busy-control.js';

const withStyles = async <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const [component] = await Promise.all([load().catch(load), import('@mantine/core/styles.layer.css')]);
  return { default: component };
};

/** In a separate chunk, with the styles that the first load leaves out. */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => busyDuring(withStyles(load)));

const Nothing = () => null;

/** `Fallback` is shown while the chunk loads, and for good if that fails. */
export function optionalComponent(
  load: () => Promise<ComponentType>,
  Fallback: ComponentType = Nothing,
): ComponentType {
  const Component = lazy(() => withStyles(load).catch(() => ({ default: Fallback })));
  return function Optional() {
    return (
      <Suspense fallback={<Fallback />}>
        <Component />
      </Suspense>
    );
  };
}

export const loadGamePage = () => import('./game-page.js');
/** Fetched after the first paint: signing in does not wait for it. */
export const loadSignIn = () => import('../features/sign-in/sign-in-modal.js');
