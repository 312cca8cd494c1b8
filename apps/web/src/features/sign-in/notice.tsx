import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import styles from './forms.module.css';

const LOOKS = {
  info: { color: 'cyan', icon: <IconInfoCircle size={20} /> },
  good: { color: 'green', icon: <IconCheck size={20} /> },
  bad: { color: 'red', icon: <IconAlertTriangle size={20} /> },
} as const;

interface Props {
  readonly text: string | null;
  readonly tone: keyof typeof LOOKS;
  readonly more?: string | null;
}

/** Always rendered, so that screen readers announce its text. */
export function Notice({ text, tone, more = null }: Props) {
  return (
    <div className={styles.notice} role={tone === 'bad' ? 'alert' : 'status'}>
      {text && (
        <Alert {...LOOKS[tone]} radius="md" role="presentation">
          {text}
          {more && <p className={styles.more}>{more}</p>}
        </Alert>
      )}
    </div>
  );
}
