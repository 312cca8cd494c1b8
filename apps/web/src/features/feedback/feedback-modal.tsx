import { Alert, Button, SegmentedControl } from '@mantine/core';
import { FEEDBACK_LIMITS, type FeedbackType } from '@earworm/contracts';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { closeFeedback, useFeedbackWindow } from '../../platform/feedback-window.js';
import styles from './feedback.module.css';
import { ScreenshotField } from './screenshot-field.js';
import { t } from './texts.js';
import { type FeedbackState, useFeedback } from './use-feedback.js';
import { Form } from '../../shared/ui/form.js';
import { TextArea, TextField } from '../../shared/ui/text-fields.js';
import { Dialog } from '../../shared/ui/dialog.js';

const TYPES: readonly FeedbackType[] = ['bug', 'feature', 'general'];
const HINTS = { bug: 'descriptionBug', feature: 'descriptionFeature', general: 'descriptionGeneral' } as const;
const THANKS_MS = 2_000;

/** Rendered beside the pages, so that a draft survives navigation. */
export function FeedbackModal() {
  const { opened, page } = useFeedbackWindow();
  const feedback = useFeedback(page);
  const { sent, again } = feedback;
  const close = () => {
    again();
    closeFeedback();
  };
  const end = useEffectEvent(close);
  useEffect(() => {
    if (!sent) return undefined;
    const timer = setTimeout(() => end(), THANKS_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('title')}
      size="lg"
      // Left out of the screenshot.
      data-feedback
    >
      {sent ? <Thanks /> : <FeedbackForm feedback={feedback} />}
    </Dialog>
  );
}

function FeedbackForm({ feedback }: { feedback: FeedbackState }) {
  const { draft, busy, refusal, change, send } = feedback;
  const typeId = useId();
  const missing = refusal?.code === 'feedback-required';
  const errorRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) errorRef.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);
  const canGoWithout = draft.picture !== null && refusal?.code.startsWith('screenshot');
  return (
    <Form className={styles.form} onSubmit={send}>
      <div>
        <span className={styles.label} id={typeId}>
          {t('type')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby={typeId}
          data={TYPES.map((type) => ({ value: type, label: t(type) }))}
          value={draft.type}
          onChange={(type) => change({ type })}
        />
      </div>
      <TextField
        label={t('titleLabel')}
        placeholder={t('titlePlaceholder')}
        required
        data-autofocus
        maxLength={FEEDBACK_LIMITS.titleLength}
        value={draft.title}
        error={missing && draft.title.trim() === ''}
        onChange={(value) => change({ title: value })}
      />
      <TextArea
        label={t('description')}
        placeholder={t(HINTS[draft.type])}
        required
        autosize
        minRows={4}
        maxRows={10}
        maxLength={FEEDBACK_LIMITS.descriptionLength}
        value={draft.description}
        error={missing && draft.description.trim() === ''}
        onChange={(description) => change({ description })}
      />
      <ScreenshotField feedback={feedback} />
      <p className={styles.hint}>{t('sentAlong')}</p>
      <div ref={errorRef} className={styles.refusal} role="alert">
        {refusal && (
          <Alert color="red" icon={<IconAlertTriangle size={20} />} role="presentation">
            {refusal.text}
          </Alert>
        )}
      </div>
      <div className={styles.actions}>
        {canGoWithout && (
          <Button variant="default" disabled={busy} onClick={() => void send(false)}>
            {t('without')}
          </Button>
        )}
        <Button type="submit" loading={busy}>
          {t('send')}
        </Button>
      </div>
    </Form>
  );
}

export const Thanks = () => (
  <div className={styles.thanks} role="status">
    <span className={styles.tick}>
      <IconCheck size={36} stroke={3} />
    </span>
    <p className={styles.thanksTitle}>{t('thanks')}</p>
    <p className={styles.hint}>{t('thanksHint')}</p>
  </div>
);
