import { Button, Stack, Text } from '@mantine/core';
import { RefusedError, type Room, type RouteReply } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { errorText } from '../../platform/notifications/notify.js';
import { crewLink, useJoinOrigin } from '../invite/join-link.js';
import { Dialog } from '../ui/dialog.js';
import { FormError } from '../ui/form.js';
import { exactly } from '../ui/relative-time.js';
import { SecretLink } from './secret-link.js';

const t = textsOf('roomLink', {
  title: 'Link for room {{number}}, {{name}}',
  text: 'One person can run the room with it. Send it to nobody else, and do not leave it on the table.',
  renews: 'Links to this room that no one has used yet stop working.',
  make: 'Create the link',
  qr: 'QR code of the link for the moderator of room {{number}}',
  once: 'This link is shown only now. One person can use it until {{time}}.',
});

interface Props {
  readonly showId: string;
  readonly room: Pick<Room, 'roomId' | 'number' | 'name'>;
  /** Links that no one has used are revoked: one of them is lost. */
  readonly renew?: boolean;
  readonly onClose: () => void;
}

type Link = Pick<RouteReply<'createRoomLink'>, 'linkId' | 'secret' | 'expiresAt'>;

async function renewLink(showId: string, roomId: Room['roomId']): Promise<Link> {
  const body = { roomIds: [roomId], renew: true };
  const { links } = await http.call('createRoomLinks', { params: { showId }, body });
  if (links[0] === undefined) throw new RefusedError('room-not-ready');
  return links[0];
}

/** A link by which one person runs the room. It is made at the tap, not by opening the dialog. */
export function RoomLinkDialog({ showId, room: { roomId, number, name }, renew = false, onClose }: Props) {
  const origin = useJoinOrigin();
  const [made, setMade] = useState<Link | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const make = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const create = () => http.call('createRoomLink', { params: { showId, roomId } });
      setMade(await (renew ? renewLink(showId, roomId) : create()));
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Dialog opened onClose={onClose} title={t('title', { number, name })}>
      {made === null ? (
        <Stack>
          <Text>{renew ? `${t('text')} ${t('renews')}` : t('text')}</Text>
          <FormError>{failure}</FormError>
          <Button data-autofocus loading={busy} onClick={() => void make()}>
            {t('make')}
          </Button>
        </Stack>
      ) : (
        <SecretLink
          link={crewLink(origin, made.linkId, made.secret)}
          qrName={t('qr', { number })}
          note={t('once', { time: exactly(made.expiresAt) })}
        />
      )}
    </Dialog>
  );
}
