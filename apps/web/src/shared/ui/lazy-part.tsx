import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { backOff } from '@earworm/client';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * A part of a page in a separate chunk. `fallback` is in its place until the chunk is there. If it cannot be fetched, the
 * page works on without it, and requests it again for as long as the part is shown.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;

  return function LazyPart(props: Props) {
    const [failures, setFailures] = useState(0);
    const [, setReady] = useState(Loaded !== null);
    useEffect(() => {
      if (Loaded) return;
      let isGone = false;
      const request = () =>
        load().then(
          (component) => {
            Loaded = component;
            if (!isGone) setReady(true);
          },
          () => !isGone && setFailures(failures + 1),
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
