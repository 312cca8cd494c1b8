import { Button, Checkbox, Select, Text } from '@mantine/core';
import { ANNOUNCEMENT_MAX_LENGTH, type Audience, AUDIENCES } from '@earworm/rules';
import { useState } from 'react';
import { messageOf } from '../../platform/i18n/t.js';
import { errorText } from '../../platform/notifications/notify.js';
import { Dialog } from '../ui/dialog.js';
import { Form, FormError } from '../ui/form.js';
import { TextArea } from '../ui/text-fields.js';
import { t } from './texts.js';

export interface Announced {
  readonly text: string;
  readonly audience: Audience[];
  readonly minutes: number;
}

interface Props {
  readonly opened: boolean;
  readonly lead: string;
  /** Resolves with whether it was announced; rejects with the reason that the dialog shows. */
  announce(announced: Announced): Promise<boolean>;
  onClose(): void;
}

const MINUTES = [5, 10, 15, 30, 60, 120];

export const AnnounceDialog = ({ opened, onClose, ...props }: Props) => (
  <Dialog opened={opened} onClose={onClose} title={t('title')} size="md">
    <AnnounceForm onClose={onClose} {...props} />
  </Dialog>
);

function AnnounceForm({ lead, announce, onClose }: Omit<Props, 'opened'>) {
  const [text, setText] = useState('');
  const [audience, setAudience] = useState<readonly string[]>(AUDIENCES);
  const [minutes, setMinutes] = useState(10);
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async () => {
    setTried(true);
    if (text.trim() === '' || audience.length === 0) return;
    setBusy(true);
    setError(null);
    try {
      const named = AUDIENCES.filter((name) => audience.includes(name));
      if (await announce({ text: text.trim(), audience: named, minutes })) onClose();
      else setBusy(false);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={() => void send()}>
      <Text mb="md">{lead}</Text>
      <TextArea
        label={t('text')}
        withAsterisk
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={ANNOUNCEMENT_MAX_LENGTH}
        value={text}
        error={isTried && text.trim() === '' && messageOf('announcement-required')}
        onChange={setText}
      />
      <Checkbox.Group
        mt="md"
        size="md"
        label={t('audience')}
        value={[...audience]}
        error={isTried && audience.length === 0 && t('noAudience')}
        onChange={setAudience}
      >
        {AUDIENCES.map((name) => (
          <Checkbox key={name} mt="xs" value={name} label={t(name)} />
        ))}
      </Checkbox.Group>
      <Select
        mt="md"
        label={t('minutes')}
        data={MINUTES.map((count) => ({ value: String(count), label: t('minutesOf', { count }) }))}
        value={String(minutes)}
        allowDeselect={false}
        onChange={(value) => setMinutes(Number(value))}
      />
      <FormError>{Boolean(error) && errorText(error)}</FormError>
      <Button type="submit" mt="lg" data-tone="now" loading={busy}>
        {t('yes')}
      </Button>
    </Form>
  );
}
