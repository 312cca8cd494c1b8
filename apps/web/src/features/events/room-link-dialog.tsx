import { Button, Text } from '@mantine/core';
import type { Room, RouteReply } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { SecretLink } from '../../shared/crew/secret-link.js';
import { crewLink, useJoinOrigin } from '../../shared/invite/join-link.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { FormError } from '../../shared/ui/form.js';
import { exactly } from '../../shared/ui/relative-time.js';
import styles from './events.module.css';
import { t } from './texts.js';

interface Props {
  readonly showId: string;
  readonly room: Room;
  readonly onClose: () => void;
}

/** A link by which one person runs the room. It is made at the tap, not by opening the dialog. */
export function RoomLinkDialog({ showId, room: { roomId, number, name }, onClose }: Props) {
  const origin = useJoinOrigin();
  const [made, setMade] = useState<RouteReply<'createRoomLink'> | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const make = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setMade(await http.call('createRoomLink', { params: { showId, roomId } }));
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Dialog opened onClose={onClose} title={t('linkTitle', { number, name })}>
      {made === null ? (
        <div className={styles.stack}>
          <Text>{t('linkText')}</Text>
          <FormError>{failure}</FormError>
          <Button data-autofocus loading={busy} onClick={() => void make()}>
            {t('linkMake')}
          </Button>
        </div>
      ) : (
        <SecretLink
          link={crewLink(origin, made.linkId, made.secret)}
          qrName={t('linkQr', { number })}
          note={t('linkOnce', { time: exactly(made.expiresAt) })}
        />
      )}
    </Dialog>
  );
}
