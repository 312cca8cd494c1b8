import { Button } from '@mantine/core';
import { IconCopy, IconLink, IconPresentation, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBadge } from '../../shared/invite/code-badge.js';
import { type Invited, useCopyLink, useCopyStageLink } from '../../shared/invite/copy-link.js';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import styles from './setup-desk.module.css';
import { t } from './texts.js';
import { t as shared } from '../../platform/i18n/t.js';
import { useSession } from '../../platform/session/session.js';
import { askToSignUp } from '../../platform/session/sign-in-prompt.js';

const QrDialog = lazyDialog(
  () => import('../../shared/invite/qr-dialog.js'),
  (module) => module.QrDialog,
);

export function InviteCard({ game }: { game: Invited }) {
  const { gameId, gameCode: code } = game;
  const [isQrOpen, setQrOpen] = useState(false);
  const isGuest = useSession((session) => session.user?.isGuest === true);
  const copyLink = useCopyLink(game);
  const copyStageLink = useCopyStageLink(gameId);
  return (
    <section className={styles.card}>
      <div className={styles.invite}>
        <span className={styles.hint}>{t('join')}</span>
        <span className={styles.code}>
          <CodeBadge code={code} />
        </span>
      </div>
      <div className={styles.inviteActions}>
        <Button variant="default" leftSection={<IconCopy size={20} aria-hidden />} onClick={() => void copyLink()}>
          {shared('copyLink')}
        </Button>
        <Button variant="default" leftSection={<IconQrcode size={20} aria-hidden />} onClick={() => setQrOpen(true)}>
          {shared('showQr')}
        </Button>
        <Button
          data-tip="stage"
          className={styles.stage}
          variant="default"
          leftSection={<IconPresentation size={20} aria-hidden />}
          component="a"
          href={`/stage/${gameId}`}
          target="_blank"
          rel="noopener"
        >
          {t('stage')}
        </Button>
        <Button
          className={styles.stage}
          variant="subtle"
          leftSection={<IconLink size={20} aria-hidden />}
          onClick={() => void copyStageLink()}
        >
          {shared('copyStageLink')}
        </Button>
      </div>
      {isGuest && (
        <>
          <p className={styles.hint}>{shared('onlyThisBrowser')}</p>
          <Button variant="subtle" size="xs" onClick={() => void askToSignUp()}>
            {shared('createAccount')}
          </Button>
        </>
      )}
      <QrDialog game={game} opened={isQrOpen} onClose={() => setQrOpen(false)} />
    </section>
  );
}
