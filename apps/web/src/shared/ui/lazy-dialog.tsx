import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { busyDuring } from '../../platform/busy-control.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { notify } from '../../platform/notifications/notify.js';

const t = textsOf('lazyDialog', {
  failed: 'This could not be loaded. Check your connection and try again. If that does not help, reload the page.',
});

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/**
 * A dialog in a separate chunk, fetched when it is opened first. If that fails, a message says so, the page stays as it
 * is, and opening the dialog again tries again.
 */
export function lazyDialog<Module, Props extends DialogProps>(
  load: () => Promise<Module>,
  componentIn: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  const loadOnce = () =>
    (loading ??= load()
      .catch(load)
      .then(componentIn)
      .catch((error: unknown) => {
        loading = null;
        throw error;
      }));

  return function LazyDialog(props: Props) {
    const { opened } = props;
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    const close = useEffectEvent(() => props.onClose());
    const isLoaded = Loaded !== null;
    useEffect(() => {
      if (!opened || isLoaded) return;
      let isGone = false;
      busyDuring(loadOnce()).then(
        (component) => !isGone && setLoaded(() => component),
        () => {
          if (isGone) return;
          close();
          // The messages' own chunk may be missing as well.
          notify(t('failed'), 'error').catch(() => undefined);
        },
      );
      return () => void (isGone = true);
    }, [opened, isLoaded]);
    return Loaded && <Loaded {...props} />;
  };
}
