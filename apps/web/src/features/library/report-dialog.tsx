import { Button, Modal, Radio, Textarea } from '@mantine/core';
import { REPORT_REASONS, TEMPLATE_LIMITS } from '@earworm/contracts';
import { type SubmitEvent, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notify, sayError } from '../../platform/notifications/notify.js';
import { t as shared } from '../../platform/i18n/t.js';
import styles from './library.module.css';
import { reasonText } from './reasons.js';
import { t } from './texts.js';

interface Props {
  readonly templateId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ReportDialog({ templateId, opened, onClose }: Props) {
  const [reason, setReason] = useState<(typeof REPORT_REASONS)[number]>('offensive');
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await http.call('reportTemplate', { params: { templateId }, body: { reason, text } });
      onClose();
      await notify(t('reported'), 'success');
    } catch (error) {
      setRefusal(sayError(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('reportTitle')}
      closeButtonProps={{ 'aria-label': shared('close') }}
    >
      <form
        className={styles.stack}
        onSubmit={(attempt: SubmitEvent) => {
          attempt.preventDefault();
          void send();
        }}
      >
        <p className={styles.hint}>{t('reportLead')}</p>
        <Radio.Group
          label={t('reportReason')}
          value={reason}
          onChange={(value) => setReason(REPORT_REASONS.find((each) => each === value) ?? 'other')}
        >
          <div className={styles.stack}>
            {REPORT_REASONS.map((each) => (
              <Radio key={each} value={each} label={reasonText(each)} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={t('reportText')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={TEMPLATE_LIMITS.reportLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
        <Button type="submit" loading={busy}>
          {t('sendReport')}
        </Button>
      </form>
    </Modal>
  );
}
