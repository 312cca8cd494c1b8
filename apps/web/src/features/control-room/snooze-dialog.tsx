import { Button, Group, Select, Text } from '@mantine/core';
import { REASON_MAX_LENGTH } from '@earworm/rules';
import { useState } from 'react';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { errorText } from '../../platform/notifications/notify.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form, FormError } from '../../shared/ui/form.js';
import { TextField } from '../../shared/ui/text-fields.js';
import { t } from './texts.js';
import type { Wait } from './use-acts.js';

const MINUTES = ['5', '10', '15', '30', '60'];

interface Props {
  /** Throws the refusal. */
  snooze(wait: Wait): Promise<void>;
  onClose(): void;
}

export function SnoozeDialog({ snooze, onClose }: Props) {
  const [minutes, setMinutes] = useState('5');
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async () => {
    if (reason.trim() === '') return setMissing(true);
    setBusy(true);
    try {
      await snooze({ minutes: Number(minutes), reason: reason.trim() });
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('snoozeTitle')} size="sm">
      <Form onSubmit={() => void send()}>
        <Text mb="md">{t('snoozeText')}</Text>
        <Select
          label={t('snoozeFor')}
          mb="md"
          allowDeselect={false}
          data={MINUTES}
          value={minutes}
          onChange={(chosen) => setMinutes(chosen ?? '5')}
        />
        <TextField
          label={t('reason')}
          withAsterisk
          required
          data-autofocus
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          error={isMissing && messageOf('reason-required')}
          onChange={(typed) => {
            setReason(typed);
            setMissing(false);
          }}
        />
        <FormError>{Boolean(error) && errorText(error)}</FormError>
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            {shared('cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('snoozeYes')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
