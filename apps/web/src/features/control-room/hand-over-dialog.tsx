import { Button, Radio, Text } from '@mantine/core';
import type { RoomAct, RoomNow } from '@earworm/contracts';
import { REASON_MAX_LENGTH, type UserId } from '@earworm/rules';
import { useState } from 'react';
import { messageOf } from '../../platform/i18n/t.js';
import { errorText } from '../../platform/notifications/notify.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form, FormError } from '../../shared/ui/form.js';
import { TextField } from '../../shared/ui/text-fields.js';
import styles from './control-room.module.css';
import { memberText, roomTitle, t } from './texts.js';

interface Props {
  readonly room: RoomNow;
  act(wanted: RoomAct): Promise<void>;
  onClose(): void;
}

/** Another member of the crew runs the game, for a reason that the crew reads. */
export function HandOverDialog({ room, act, onClose }: Props) {
  const { members = [] } = room;
  const [userId, setUserId] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async () => {
    setTried(true);
    if (userId === null || reason.trim() === '') return;
    setBusy(true);
    try {
      await act({ type: 'giveDesk', userId: userId as UserId, reason: reason.trim() });
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('giveDeskTitle', { room: roomTitle(room) })} size="sm">
      <Form onSubmit={() => void send()}>
        <Text mb="md">{t('giveDeskText')}</Text>
        <Radio.Group
          label={t('giveDeskTo')}
          mb="md"
          value={userId}
          error={isTried && userId === null && t('giveDeskMissing')}
          onChange={setUserId}
        >
          {members.map((member) => (
            <Radio key={member.id} mt="xs" value={member.id} label={memberText(member)} />
          ))}
        </Radio.Group>
        <TextField
          label={t('reason')}
          withAsterisk
          required
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          error={isTried && reason.trim() === '' && messageOf('reason-required')}
          onChange={setReason}
        />
        <FormError>{Boolean(error) && errorText(error)}</FormError>
        <div className={styles.acts}>
          <Button type="submit" data-tone="wrong" loading={busy}>
            {t('giveDeskYes')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
