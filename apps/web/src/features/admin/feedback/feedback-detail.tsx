import { Anchor, Button, Select } from '@mantine/core';
import { TextArea } from '../../../shared/ui/text-fields.js';
import { type Feedback, FEEDBACK_LIMITS, FeedbackStatus, type StoredContext } from '@earworm/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Confirm, Dialog } from '../../../shared/ui/dialog.js';
import { exactly } from '../../../shared/ui/relative-time.js';
import styles from './feedback-detail.module.css';
import { Screenshot } from './screenshot.js';
import { t } from './texts.js';
import { useChanges } from './use-feedback-list.js';

interface Props {
  readonly entry: Feedback;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function FeedbackDetail({ entry, opened, onClose }: Props) {
  const { feedbackId } = entry;
  const { change, remove } = useChanges();
  const [note, setNote] = useState(entry.replyNote);
  const [asking, setAsking] = useState(false);
  const params = { feedbackId };
  const noteChanged = note.trim() !== (change.data?.replyNote ?? entry.replyNote);
  const latest = change.data ?? entry;
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={entry.title} size="xl">
        <div className={styles.detail}>
          <p className={styles.facts}>
            <span>{t(entry.type)}</span>
            <time dateTime={new Date(entry.createdAt).toISOString()}>{exactly(entry.createdAt)}</time>
            <span>{entry.userEmail ?? t('guest')}</span>
            <span>{t('version', { version: entry.gameVersion })}</span>
            <span>{t('user', { id: entry.userId })}</span>
          </p>
          {entry.context && <Context context={entry.context} />}
          <p className={styles.description}>{entry.description}</p>
          {entry.screenshotURL !== null && <Screenshot entry={entry} />}
          <Select
            label={t('status')}
            data={FeedbackStatus.options.map((status) => ({ value: status, label: t(status) }))}
            value={latest.status}
            allowDeselect={false}
            disabled={change.isPending}
            onChange={(status) => change.mutate({ params, body: { status: FeedbackStatus.parse(status) } })}
          />
          <TextArea
            label={t('replyNote')}
            description={t('replyHint')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={FEEDBACK_LIMITS.replyNoteLength}
            value={note}
            onChange={setNote}
          />
          {latest.handledAt !== null && (
            <p className={styles.handled}>
              {t('handled', { when: exactly(latest.handledAt), who: latest.handledBy ?? '' })}
            </p>
          )}
          <div className={styles.actions}>
            <Button variant="default" data-tone="wrong" onClick={() => setAsking(true)}>
              {t('delete')}
            </Button>
            <Button
              loading={change.isPending}
              disabled={!noteChanged}
              onClick={() => change.mutate({ params, body: { replyNote: note } })}
            >
              {t('save')}
            </Button>
          </div>
        </div>
      </Dialog>
      <Confirm
        opened={asking}
        title={t('deleteTitle')}
        text={t('deleteText', { title: entry.title })}
        yes={t('delete')}
        tone="wrong"
        onYes={() => remove.mutate(entry, { onSuccess: onClose })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function Context({ context }: { context: StoredContext }) {
  const { gameId, gameCode, page, build, userAgent, language, viewportWidth, viewportHeight } = context;
  const facts = [
    [t('contextPage'), page],
    [t('contextDevice'), `${userAgent} · ${viewportWidth} × ${viewportHeight} · ${language}`],
    [t('contextBuild'), build],
  ] as const;
  return (
    <dl className={styles.context}>
      {gameId !== null && (
        <div>
          <dt>{t('contextGame')}</dt>
          <dd>
            <Anchor component={Link} to={`/admin/operations/${gameId}`} underline="always">
              {gameCode ?? gameId}
            </Anchor>
          </dd>
        </div>
      )}
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
