import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { Command, CrewMember, Right } from '@earworm/rules';
import { type ReactNode, useState } from 'react';
import { t as shared } from '../../platform/i18n/t.js';
import { Dialog } from '../ui/dialog.js';
import { Form } from '../ui/form.js';
import { RightsField } from './rights-field.js';
import { t } from './texts.js';

interface MemberDialogProps {
  readonly member: CrewMember;
  give(command: Command): Promise<boolean>;
  onClose(): void;
}

export function RightsDialog({ member, give, onClose }: MemberDialogProps) {
  const [rights, setRights] = useState<readonly Right[]>(member.rights);
  return (
    <MemberForm
      title={t('changeRightsTitle', { name: member.name })}
      yes={t('save')}
      ready={rights.length > 0}
      onYes={() => give({ type: 'setCrewRights', userId: member.id, rights: [...rights] })}
      onClose={onClose}
    >
      <RightsField rights={rights} onChange={setRights} />
    </MemberForm>
  );
}

export function HandOverDialog({ member, give, onClose }: MemberDialogProps) {
  const { id: userId, name } = member;
  const [stays, setStays] = useState(true);
  return (
    <MemberForm
      title={t('handOverTitle', { name })}
      yes={t('handOverYes', { name })}
      tone="wrong"
      onYes={() => give({ type: 'handOver', userId, stays })}
      onClose={onClose}
    >
      <Text mb="md">{t('handOverText', { name })}</Text>
      <Checkbox label={t('handOverStay')} checked={stays} onChange={(event) => setStays(event.currentTarget.checked)} />
    </MemberForm>
  );
}

interface MemberFormProps {
  readonly title: string;
  readonly yes: string;
  readonly tone?: 'wrong';
  readonly ready?: boolean;
  readonly children: ReactNode;
  /** Resolves to whether it was accepted; the form stays open if not. */
  onYes(): Promise<boolean>;
  onClose(): void;
}

function MemberForm({ title, yes, tone, ready = true, children, onYes, onClose }: MemberFormProps) {
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const isDone = await onYes();
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <Form onSubmit={() => void (ready && submit())}>
        {children}
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" data-autofocus onClick={onClose}>
            {shared('cancel')}
          </Button>
          <Button type="submit" data-tone={tone} disabled={!ready} loading={busy}>
            {yes}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
