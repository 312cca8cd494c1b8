import { Button, Group, Text } from '@mantine/core';
import type { CrewLinkPurpose, RouteReply } from '@earworm/contracts';
import { type GameId, type Right, RIGHTS } from '@earworm/rules';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { t as shared } from '../../platform/i18n/t.js';
import { errorText } from '../../platform/notifications/notify.js';
import { crewLink, useJoinOrigin } from '../invite/join-link.js';
import { Dialog } from '../ui/dialog.js';
import { Form, FormError } from '../ui/form.js';
import { exactly } from '../ui/relative-time.js';
import { RightsField } from './rights-field.js';
import { SecretLink } from './secret-link.js';
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
  const origin = useJoinOrigin();
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
        <SecretLink
          link={crewLink(origin, made.linkId, made.secret)}
          qrName={t('linkQr')}
          note={t(purpose === 'co-host' ? 'linkOnce' : 'wayBackOnce', { time: exactly(made.expiresAt) })}
        />
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
