import { Button, Radio } from '@mantine/core';
import { REPORT_REASONS, TEMPLATE_LIMITS } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notify, errorText } from '../../platform/notifications/notify.js';
import styles from './library.module.css';
import { t } from './texts.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form, FormError } from '../../shared/ui/form.js';
import { TextArea } from '../../shared/ui/text-fields.js';

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
      setRefusal(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('reportTitle')}>
      <Form className={styles.stack} onSubmit={send}>
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
        <TextArea
          label={t('reportText')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={TEMPLATE_LIMITS.reportLength}
          value={text}
          onChange={setText}
        />
        <FormError>{refusal}</FormError>
        <Button type="submit" loading={busy}>
          {t('sendReport')}
        </Button>
      </Form>
    </Dialog>
  );
}

const TEXTS = {
  offensive: 'reasonOffensive',
  copyright: 'reasonCopyright',
  spam: 'reasonSpam',
  wrong: 'reasonWrong',
  other: 'reasonOther',
} as const;

export const reasonText = (reason: (typeof REPORT_REASONS)[number]): string => t(TEXTS[reason]);
