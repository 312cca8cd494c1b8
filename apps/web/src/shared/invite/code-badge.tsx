import { t } from '../../platform/i18n/t.js';
import styles from './code-badge.module.css';
import { spoken } from './join-link.js';
import { useJoinOrigin } from './copy-link.js';

/** Screen readers spell it. */
export function CodeBadge({ code, className }: { code: string; className?: string | undefined }) {
  return (
    <span className={[styles.code, className].filter(Boolean).join(' ')}>
      <span className="sr-only">{`${t('gameCode')} ${code.split('').join(' ')}`}</span>
      <span aria-hidden>{code}</span>
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
