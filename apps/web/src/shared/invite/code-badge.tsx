import { t } from '../../platform/i18n/t.js';
import styles from './code-badge.module.css';
import { spoken } from './join-link.js';
import { useJoinOrigin } from './copy-link.js';

/** A game's code, to be read across a room. Sized by the font size around it; read out letter by letter. */
export function CodeBadge({ code, className }: { code: string; className?: string | undefined }) {
  return (
    <span className={[styles.code, className].filter(Boolean).join(' ')}>
      <span className="sr-only">{`${t('gameCode')} ${code.split('').join(' ')}`}</span>
      <span aria-hidden>{code}</span>
    </span>
  );
}

/** The address that players type, without its scheme. Where a line is too short for it, it goes on with the port. */
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
