import { type ComponentProps, memo, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../platform/i18n/t.js';
import { Button, IconButton } from '../controls/button.js';
import { keepTabIn, useFocusIn, useScrollLock } from './dialog-focus.js';
import styles from './dialog.module.css';

const FADE_MS = 160;

/** Handlers of the open dialogs, the topmost last. */
const openDialogs: (() => void)[] = [];

addEventListener(
  'keydown',
  ({ key, isComposing, target }) => {
    if (key !== 'Escape' || isComposing) return;
    // Mantine's mark for Escape that closes a menu or list of options.
    if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
    openDialogs.at(-1)?.();
  },
  { capture: true },
);

/** Closes only the topmost dialog. */
function useCloseOnEscape(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const closeThis = () => close();
    openDialogs.push(closeThis);
    return () => void openDialogs.splice(openDialogs.indexOf(closeThis), 1);
  }, [opened]);
}

interface WhileOpenedProps {
  readonly opened: boolean;
  readonly children: ReactNode;
}

/** Keeps its content while the dialog fades out. */
const WhileOpened = memo(
  ({ children }: WhileOpenedProps) => children,
  (_, { opened }) => !opened,
);

/** Also while it fades out. */
function usePresence(opened: boolean): boolean {
  const [present, setPresent] = useState(opened);
  if (opened && !present) setPresent(true);
  useEffect(() => {
    if (opened) return;
    const fadeMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : FADE_MS;
    const timer = setTimeout(() => setPresent(false), fadeMs);
    return () => clearTimeout(timer);
  }, [opened]);
  return opened || present;
}

interface DialogProps extends Omit<ComponentProps<'div'>, 'title' | 'children'> {
  readonly opened: boolean;
  onClose(): void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Default: `md`. */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | number;
  readonly fullScreen?: boolean | undefined;
  /** Default: true. */
  readonly closeOnEscape?: boolean;
  readonly closeOnClickOutside?: boolean;
  readonly withCloseButton?: boolean;
  /** Default: *Close*. */
  readonly closeLabel?: string;
  /** Whether the focus goes back to where it was; default true. */
  readonly returnFocus?: boolean;
}

export function Dialog({ opened, closeOnEscape = true, ...props }: DialogProps) {
  useCloseOnEscape(opened, () => closeOnEscape && props.onClose());
  const present = usePresence(opened);
  return present && createPortal(<Opened opened={opened} {...props} />, document.body);
}

function Opened({
  opened,
  onClose,
  title,
  children,
  size = 'md',
  fullScreen = false,
  closeOnClickOutside = true,
  withCloseButton = true,
  closeLabel = t('close'),
  returnFocus = true,
  ...props
}: Omit<DialogProps, 'closeOnEscape'>) {
  const id = useId();
  const dialog = useRef<HTMLElement>(null);
  /** A press that begins within, as on a text that is being selected, closes nothing. */
  const isPressedOutside = useRef(false);
  useFocusIn(dialog, opened, returnFocus);
  useScrollLock(opened);
  return (
    <div {...props} className={styles.root} data-leaving={!opened || undefined} data-full={fullScreen || undefined}>
      <div className={styles.overlay} />
      <div
        className={styles.place}
        onMouseDown={({ target, currentTarget }) => (isPressedOutside.current = target === currentTarget)}
        onClick={({ target, currentTarget }) => {
          if (closeOnClickOutside && isPressedOutside.current && target === currentTarget) onClose();
        }}
      >
        <section
          ref={dialog}
          role="dialog"
          aria-modal
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-body`}
          tabIndex={-1}
          className={styles.dialog}
          data-size={size}
          style={typeof size === 'number' ? { flexBasis: size } : undefined}
          onKeyDown={keepTabIn}
        >
          <header className={styles.head}>
            <h2 id={`${id}-title`} className={styles.title}>
              <WhileOpened opened={opened}>{title}</WhileOpened>
            </h2>
            {withCloseButton && (
              <IconButton className={styles.close} aria-label={closeLabel} onClick={onClose}>
                <svg width="22" height="22" viewBox="0 0 15 15" aria-hidden>
                  <path
                    d="M3.6 3.6l7.8 7.8M11.4 3.6l-7.8 7.8"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="1.15"
                    strokeLinecap="round"
                  />
                </svg>
              </IconButton>
            )}
          </header>
          <div id={`${id}-body`} className={styles.body}>
            <WhileOpened opened={opened}>{children}</WhileOpened>
          </div>
        </section>
      </div>
    </div>
  );
}

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly tone?: 'now' | 'wrong';
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** The focus is on *Cancel*: a key pressed out of habit confirms nothing. */
export function Confirm({ opened, title, text, yes, tone = 'now', onYes, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="sm">
      <p className={styles.text}>{text}</p>
      <div className={styles.answers}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          data-tone={tone}
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
