import { Button } from '@mantine/core';
import { t as shared } from '../../platform/i18n/t.js';
import { notify } from '../../platform/notifications/notify.js';
import { copyText } from '../ui/copy-text.js';
import { QrCode } from '../ui/qr-code.js';
import styles from './crew-dialog.module.css';

interface Props {
  readonly link: string;
  readonly qrName: string;
  /** How often and until when it can be used. */
  readonly note: string;
}

/** The only time that the secret of a link is shown. */
export function SecretLink({ link, qrName, note }: Props) {
  const copy = async () => {
    if (await copyText(link)) await notify(shared('copied'), 'success');
    else await notify(shared('copyFailed', { link }));
  };
  return (
    <div className={styles.shown}>
      <QrCode className={styles.qr} value={link} margin={3} title={qrName} />
      <p className={styles.note} role="status">
        {note}
      </p>
      <Button data-autofocus onClick={() => void copy()}>
        {shared('copyLink')}
      </Button>
    </div>
  );
}
