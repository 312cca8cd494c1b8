import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import styles from './forms.module.css';

const LOOKS = {
  info: { color: 'cyan', icon: <IconInfoCircle size={20} /> },
  good: { color: 'green', icon: <IconCheck size={20} /> },
  bad: { color: 'red', icon: <IconAlertTriangle size={20} /> },
} as const;

/** A sentence that is read out when it appears; nothing when there is none. */
export function Notice({ text, tone }: { text: string | null; tone: keyof typeof LOOKS }) {
  return (
    <div className={styles.notice} role={tone === 'bad' ? 'alert' : 'status'}>
      {text && (
        <Alert {...LOOKS[tone]} radius="md" role="presentation">
          {text}
        </Alert>
      )}
    </div>
  );
}
