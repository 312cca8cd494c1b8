import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';

const LOOKS = {
  info: { color: 'cyan', icon: <IconInfoCircle size={20} /> },
  success: { color: 'green', icon: <IconCheck size={20} /> },
  error: { color: 'red', icon: <IconAlertTriangle size={20} /> },
} as const;
export type Tone = keyof typeof LOOKS;

/** 60 ms a letter, between 4 and 10 s. */
const readingTime = (text: string) => Math.min(10_000, Math.max(4_000, text.length * 60));

export function showMessage(text: string, tone: Tone, title?: string): void {
  notifications.show({
    id: text,
    message: text,
    title,
    ...LOOKS[tone],
    role: tone === 'error' ? 'alert' : 'status',
    autoClose: readingTime(text),
  });
}

const progressOf = (text: string) => ({ id: 'progress', message: text, role: 'status' });

export const showProgress = (text: string): void =>
  void notifications.show({ ...progressOf(text), ...LOOKS.info, loading: true, autoClose: false });

export function endProgress(text: string | null): void {
  if (text === null) return void notifications.hide('progress');
  notifications.update({ ...progressOf(text), ...LOOKS.success, loading: false, autoClose: readingTime(text) });
}

export const showWait = (title: string, text: string): void =>
  void notifications.show({
    ...{ id: 'wait', title, message: text, role: 'status', ...LOOKS.info },
    ...{ loading: true, autoClose: false },
  });

export const endWait = (): void => void notifications.hide('wait');

/** At the top, so that messages do not cover buttons within thumb reach. */
export function Messages() {
  return <Notifications position="top-center" limit={3} />;
}
