import { t } from '../../platform/i18n/t.js';
import { AccessibleText } from '../ui/screen-reader.js';
import styles from './code-badge.module.css';
import { spoken } from './join-link.js';
import { useJoinOrigin } from './join-link.js';

/** Screen readers spell it. */
export const SpelledCode = ({ code }: { code: string }) => (
  <AccessibleText text={`${t('gameCode')} ${code.split('').join(' ')}`}>{code}</AccessibleText>
);

export function CodeBadge({ code, className }: { code: string; className?: string | undefined }) {
  return (
    <span className={[styles.code, className].filter(Boolean).join(' ')}>
      <SpelledCode code={code} />
    </span>
  );
}

/** Wraps before the port. */
export function JoinAddress() {
  const [host = '', port] = spoken(useJoinOrigin()).split(/(?=:\d+$)/);
  return (
    <>
      {host}
      {port !== undefined && <wbr />}
      {port}
    </>
  );
}
