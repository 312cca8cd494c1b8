import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { t } from '../i18n/t.js';
import { useTranslator } from '../i18n/texts.js';
import controls from '../theme/controls.module.css';
import styles from './messages.module.css';

const SIGNS = { info: IconInfoCircle, success: IconCheck, error: IconAlertTriangle };
export type Tone = keyof typeof SIGNS;

/** Further ones wait until one is gone. */
const MOST_AT_ONCE = 3;

interface Message {
  /** A message that is already shown is not shown again. */
  readonly id: string;
  readonly text: string;
  readonly title?: string | undefined;
  readonly tone: Tone;
  /** Of work that is not done: it stays until it is taken away. */
  readonly isLoading?: boolean;
}
const useMessages = create<readonly Message[]>(() => []);

function show(message: Message): void {
  useMessages.setState((list) => (list.some(({ id }) => id === message.id) ? list : [...list, message]), true);
}
const hide = (id: string): void => useMessages.setState((list) => list.filter((each) => each.id !== id), true);

/** 60 ms a letter, between 4 and 10 s. */
const readingTime = (text: string) => Math.min(10_000, Math.max(4_000, text.length * 60));

export const showMessage = (text: string, tone: Tone, title?: string): void => show({ id: text, text, tone, title });

export const showProgress = (text: string): void => show({ id: 'progress', text, tone: 'info', isLoading: true });

export function endProgress(text: string | null): void {
  if (text === null) return hide('progress');
  const done: Message = { id: 'progress', text, tone: 'success' };
  useMessages.setState((list) => list.map((each) => (each.id === done.id ? done : each)), true);
}

export const showWait = (title: string, text: string): void =>
  show({ id: 'wait', title, text, tone: 'info', isLoading: true });

export const endWait = (): void => hide('wait');

export const clearMessages = (): void => useMessages.setState([], true);

export function Messages() {
  useTranslator();
  const messages = useMessages();
  const [isRead, setIsRead] = useState(false);
  // Above dialogs, which often stay open after a refusal.
  return createPortal(
    <div
      className={styles.messages}
      onMouseEnter={() => setIsRead(true)}
      onMouseLeave={() => setIsRead(false)}
      onFocus={() => setIsRead(true)}
      onBlur={() => setIsRead(false)}
    >
      {messages.slice(0, MOST_AT_ONCE).map((message) => (
        <Shown
          key={message.id}
          message={message}
          isRead={isRead}
          onClose={() => {
            // What is removed reports no mouse that leaves it.
            setIsRead(false);
            hide(message.id);
          }}
        />
      ))}
    </div>,
    document.body,
  );
}

interface ShownProps {
  readonly message: Message;
  /** The mouse or the focus is on one of them: none goes away. */
  readonly isRead: boolean;
  onClose(): void;
}

function Shown({ message: { id, text, title, tone, isLoading = false }, isRead, onClose }: ShownProps) {
  const Sign = SIGNS[tone];
  const close = useEffectEvent(() => hide(id));
  useEffect(() => {
    if (isLoading || isRead) return;
    const timer = setTimeout(() => close(), readingTime(text));
    return () => clearTimeout(timer);
  }, [isLoading, isRead, text]);
  return (
    <div className={styles.message} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {isLoading ? (
        <span className={styles.loader} aria-hidden />
      ) : (
        <span className={styles.sign}>
          <Sign size={20} aria-hidden />
        </span>
      )}
      <div className={styles.words}>
        {title !== undefined && <b>{title}</b>}
        <span>{text}</span>
      </div>
      <button type="button" className={`${styles.close} ${controls.icon}`} aria-label={t('close')} onClick={onClose}>
        <IconX size={20} aria-hidden />
      </button>
    </div>
  );
}
