import { Button, Group, Text } from '@mantine/core';
import type { CrewLinkPurpose, RouteReply } from '@earworm/contracts';
import { type GameId, type Right, RIGHTS } from '@earworm/rules';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { t as shared } from '../../platform/i18n/t.js';
import { errorText, notify } from '../../platform/notifications/notify.js';
import { crewLink, useJoinOrigin } from '../invite/join-link.js';
import { copyText } from '../ui/copy-text.js';
import { Dialog } from '../ui/dialog.js';
import { Form, FormError } from '../ui/form.js';
import { exactly } from '../ui/relative-time.js';
import styles from './crew-dialog.module.css';
import { RightsField } from './rights-field.js';
import { t } from './texts.js';

export type MadeLink = RouteReply<'createCrewLink'>;

interface NewLinkDialogProps {
  readonly gameId: GameId;
  readonly purpose: CrewLinkPurpose;
  /** A link that is made already. */
  readonly made?: MadeLink | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
  onMade?(): void;
}

export function NewLinkDialog({ gameId, purpose, made: madeBefore, opened, onMade, onClose }: NewLinkDialogProps) {
  const [made, setMade] = useState<MadeLink | null>(madeBefore ?? null);
  const title = t(purpose === 'co-host' ? 'invite' : 'wayBack');
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="md">
      {made === null ? (
        <Wish
          gameId={gameId}
          purpose={purpose}
          onClose={onClose}
          onMade={(link) => {
            setMade(link);
            onMade?.();
          }}
        />
      ) : (
        <Shown made={made} purpose={purpose} />
      )}
    </Dialog>
  );
}

interface WishProps extends Pick<NewLinkDialogProps, 'gameId' | 'purpose' | 'onClose'> {
  onMade(made: MadeLink): void;
}

function Wish({ gameId, purpose, onMade, onClose }: WishProps) {
  const isInvitation = purpose === 'co-host';
  const [rights, setRights] = useState<readonly Right[]>(RIGHTS);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const create = async () => {
    setBusy(true);
    try {
      onMade(await http.call('createCrewLink', { params: { gameId }, body: { rights: [...rights], purpose } }));
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={() => void create()}>
      <Text c="dimmed" mb="md">
        {t(isInvitation ? 'inviteText' : 'wayBackText')}
      </Text>
      {isInvitation && <RightsField rights={rights} onChange={setRights} />}
      <FormError>{failure}</FormError>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          {shared('cancel')}
        </Button>
        <Button type="submit" disabled={rights.length === 0} loading={busy}>
          {t('createLink')}
        </Button>
      </Group>
    </Form>
  );
}

/** The only time that the secret is shown. */
function Shown({ made, purpose }: { made: MadeLink; purpose: CrewLinkPurpose }) {
  const link = crewLink(useJoinOrigin(), made.linkId, made.secret);
  const copy = async () => {
    if (await copyText(link)) await notify(shared('copied'), 'success');
    else await notify(shared('copyFailed', { link }));
  };
  return (
    <div className={styles.shown}>
      <QRCodeSVG className={styles.qr} value={link} level="M" marginSize={3} title={t('linkQr')} />
      <p className={styles.note} role="status">
        {t(purpose === 'co-host' ? 'linkOnce' : 'wayBackOnce', { time: exactly(made.expiresAt) })}
      </p>
      <Button data-autofocus onClick={() => void copy()}>
        {shared('copyLink')}
      </Button>
    </div>
  );
}
