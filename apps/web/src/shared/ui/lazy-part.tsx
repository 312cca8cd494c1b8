import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { backOff } from '@earworm/client';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a page in a separate chunk. `fallback` takes its place until the chunk has loaded. While it cannot be fetched,
 * the page works without it, and requests it again for as long as the part is shown.
 */
export const lazyPart = <Props extends object>(load: Load<Props>, fallback: ReactNode = null): ComponentType<Props> =>
  requested(load, fallback, () => false);

/**
 * The same for what is the whole page. Where its chunk cannot be fetched although the browser is online, it throws: a
 * release may have removed the file, and the error boundary loads the page again.
 */
export const lazyScreen = <Props extends object>(load: Load<Props>, fallback: ReactNode): ComponentType<Props> =>
  requested(load, fallback, () => navigator.onLine);

function requested<Props extends object>(
  load: Load<Props>,
  fallback: ReactNode,
  isFatal: () => boolean,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;

  return function Requested(props: Props) {
    const [failures, setFailures] = useState(0);
    const [, setReady] = useState(Loaded !== null);
    useEffect(() => {
      if (Loaded) return setReady(true);
      let isGone = false;
      const fail = (error: unknown) =>
        setFailures((before) => {
          if (isFatal()) throw error;
          return before + 1;
        });
      const request = () =>
        load().then(
          (component) => {
            Loaded = component;
            if (!isGone) setReady(true);
          },
          (error: unknown) => !isGone && fail(error),
        );
      if (failures === 0) void request();
      const pauseMs = backOff(failures, Math.random, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      const timer = failures > 0 ? setTimeout(() => void request(), pauseMs) : undefined;
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [failures]);
    return Loaded ? <Loaded {...props} /> : fallback;
  };
}
