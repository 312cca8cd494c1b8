import { Button, NumberInput } from '@mantine/core';
import { SHOW_LIMITS, type ShowDetail } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { t as shared } from '../../platform/i18n/t.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form, FormError } from '../../shared/ui/form.js';
import styles from './events.module.css';
import { t } from './texts.js';

interface Props {
  readonly show: ShowDetail;
  readonly onClose: () => void;
}

/** For administrators. */
export function QuotaDialog({ show: { showId, quota }, onClose }: Props) {
  const reread = useRereadShows();
  const [rooms, setRooms] = useState<number | ''>(quota.rooms);
  const [people, setPeople] = useState<number | ''>(quota.people);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    if (rooms === '' || people === '') return;
    setBusy(true);
    setFailure(null);
    try {
      await http.call('setShowQuota', { params: { showId }, body: { rooms, people } });
      await reread();
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };
  const fields = [
    { label: t('roomsFact'), value: rooms, most: SHOW_LIMITS.roomsMost, set: setRooms },
    { label: t('people'), value: people, most: SHOW_LIMITS.peopleMost, set: setPeople },
  ];
  return (
    <Dialog opened onClose={onClose} title={t('quotaTitle')}>
      <Form className={styles.stack} onSubmit={() => void save()}>
        <p className={styles.note}>{t('quotaText')}</p>
        {fields.map(({ label, value, most, set }) => (
          <NumberInput
            key={label}
            label={label}
            min={1}
            max={most}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            value={value}
            onChange={(typed) => set(typed === '' ? '' : Number(typed))}
          />
        ))}
        <FormError>{failure}</FormError>
        <div className={styles.acts}>
          <Button variant="default" onClick={onClose}>
            {shared('cancel')}
          </Button>
          <Button type="submit" disabled={rooms === '' || people === ''} loading={busy}>
            {t('save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
