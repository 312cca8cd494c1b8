import { Button } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { t } from '../../platform/i18n/t.js';
import { CodeBadge } from './code-badge.js';
import { isLoopback, joinLink, spoken } from './join-link.js';
import styles from './qr-dialog.module.css';
import { useCopyLink, useJoinOrigin } from './copy-link.js';
import { Dialog } from '../ui/dialog.js';

/** Black on white with a quiet zone in both themes, for cameras. */
export function QrCode({ code, className }: { code: string; className?: string | undefined }) {
  const link = joinLink(useJoinOrigin(), code);
  return (
    <QRCodeSVG
      className={[styles.qr, className].filter(Boolean).join(' ')}
      value={link}
      level="M"
      marginSize={3}
      title={t('qrName', { link })}
    />
  );
}

interface Props {
  readonly code: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function QrDialog({ code, opened, onClose }: Props) {
  const copyLink = useCopyLink(code);
  const origin = useJoinOrigin();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('qrTitle')} size="lg">
      <div className={styles.body}>
        <QrCode code={code} className={styles.large} />
        <div className={styles.code}>
          <CodeBadge code={code} />
        </div>
        <p className={styles.hint}>{t('qrHint', { address: spoken(origin) })}</p>
        {isLoopback(new URL(origin).hostname) && <p className={styles.warning}>{t('qrOnlyHere')}</p>}
        <Button variant="default" onClick={() => void copyLink()}>
          {t('copyLink')}
        </Button>
      </div>
    </Dialog>
  );
}
