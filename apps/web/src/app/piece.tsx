import { type ComponentType, lazy, Suspense } from 'react';

const withStyles = async <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const [part] = await Promise.all([load(), import('./all-styles.js')]);
  return { default: part };
};

/** A part of the app in a file of its own, fetched when it is first shown, with the styles that only such parts need. */
export const piece = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lazy(() => withStyles(load));

const Nothing = () => null;

/** The same for what a page can do without. `Instead` is shown until its file is there, and for good when it cannot be fetched. */
export function optionalPiece(load: () => Promise<ComponentType>, Instead: ComponentType = Nothing): ComponentType {
  const Part = lazy(() => withStyles(load).catch(() => ({ default: Instead })));
  return function OptionalPiece() {
    return (
      <Suspense fallback={<Instead />}>
        <Part />
      </Suspense>
    );
  };
}
