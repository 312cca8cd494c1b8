import type { TemplateSummary } from '@earworm/contracts';
import { useState } from 'react';
import { titleOf } from '../board-editor/add-template.js';
import { TemplatePicker } from '../board-editor/load-dialog.js';
import { CopyFirst, PublicAnswers } from '../templates/public-answers.js';
import styles from '../templates/start-dialog.module.css';
import { FormError } from '../ui/form.js';
import { t } from './texts.js';
import { Button } from '../controls/button.js';

interface Props {
  readonly busy: boolean;
  readonly onCreate: (templateId: string) => void;
}

/** The template that the same people play next. */
export function NextTemplate({ busy, onCreate }: Props) {
  const [picked, setPicked] = useState<TemplateSummary | null>(null);
  const [copying, setCopying] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (picked === null) return <TemplatePicker onPick={setPicked} />;
  const { templateId } = picked;
  const back = () => {
    setRefusal(null);
    setPicked(null);
  };
  return (
    <div className={styles.stack}>
      <h3 className={styles.title} dir="auto">
        {titleOf(picked)}
      </h3>
      {picked.publishedAt !== null && (
        <PublicAnswers>
          <CopyFirst templateId={templateId} disabled={busy} onRun={setCopying} onRefusal={setRefusal} />
        </PublicAnswers>
      )}
      <FormError>{refusal}</FormError>
      <Button size="lg" data-autofocus loading={busy} disabled={copying} onClick={() => onCreate(templateId)}>
        {t('createNext')}
      </Button>
      <Button variant="default" disabled={busy || copying} onClick={back}>
        {t('otherTemplate')}
      </Button>
    </div>
  );
}
