import { Button, Group, Text } from '@mantine/core';
import { ACCOUNT_LIMITS } from '@earworm/contracts';
import { useState } from 'react';
import { errorText } from '../../platform/notifications/notify.js';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { Dialog } from './dialog.js';
import { Form, FormError } from './form.js';
import { TextArea } from './text-fields.js';

const t = textsOf('reasonDialog', {
  reason: 'Reason',
  reasonHint: 'Recorded in the audit log with your name.',
});

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly tone: 'now' | 'wrong';
  readonly busy: boolean;
  readonly error: unknown;
  readonly onYes: (reason: string) => void;
  readonly onClose: () => void;
}

export function ReasonDialog({ opened, title, text, yes, tone, busy, error, onYes, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="md">
      <Form onSubmit={() => (reason.trim() === '' ? setMissing(true) : onYes(reason.trim()))}>
        <Text mb="md">{text}</Text>
        <TextArea
          label={t('reason')}
          description={t('reasonHint')}
          withAsterisk
          required
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          maxLength={ACCOUNT_LIMITS.reasonLength}
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
          <Button type="submit" data-tone={tone} loading={busy}>
            {yes}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
