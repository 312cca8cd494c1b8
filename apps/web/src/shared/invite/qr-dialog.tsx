import { Button } from '@mantine/core';
import { t as shared } from '../../platform/i18n/t.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { CodeBadge } from './code-badge.js';
import { isLoopback, spoken, useJoinOrigin } from './join-link.js';
import styles from './qr-dialog.module.css';
import { type Invited, useCopyLink, useJoinLink } from './copy-link.js';
import { Dialog } from '../ui/dialog.js';
import { QrCode } from '../ui/qr-code.js';

const t = textsOf('qr', {
  qrTitle: 'Join this game',
  qrHint: 'Scan with your phone’s camera, or go to {{address}} and enter the code.',
  qrName: 'QR code that opens {{link}}',
  qrOnlyHere: 'Phones cannot open “localhost”. Open Earworm at its network address, then show the code again.',
});

/** For cameras: it opens the game's page. */
export function JoinQr({ game, className }: { game: Invited; className?: string | undefined }) {
  const link = useJoinLink(game);
  return (
    <QrCode
      className={[styles.qr, className].filter(Boolean).join(' ')}
      value={link}
      margin={3}
      title={t('qrName', { link })}
    />
  );
}

interface Props {
  readonly game: Invited;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function QrDialog({ game, opened, onClose }: Props) {
  const copyLink = useCopyLink(game);
  const origin = useJoinOrigin();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('qrTitle')} size="lg">
      <div className={styles.body}>
        <JoinQr game={game} className={styles.large} />
        <div className={styles.code}>
          <CodeBadge code={game.gameCode} />
        </div>
        <p className={styles.hint}>{t('qrHint', { address: spoken(origin) })}</p>
        {isLoopback(new URL(origin).hostname) && <p className={styles.warning}>{t('qrOnlyHere')}</p>}
        <Button variant="default" onClick={() => void copyLink()}>
          {shared('copyLink')}
        </Button>
      </div>
    </Dialog>
  );
}
