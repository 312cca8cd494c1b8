import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import type { TemplateContent, TemplateSummary } from '@earworm/contracts';
import { CATEGORIES_MAX } from '@earworm/rules';
import { useEffect, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notify, errorText } from '../../platform/notifications/notify.js';
import { isComplete } from '../live/board.js';
import styles from './board-editor.module.css';
import { useBoardEditor } from './editor-context.js';
import { t } from './texts.js';
import { PublicAnswers } from '../templates/public-answers.js';
import { FormError } from '../ui/form.js';

export const titleOf = ({ title }: Pick<TemplateSummary, 'title'>) => title || t('untitled');

interface AddTemplateProps {
  readonly template: TemplateSummary;
  readonly room: number;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** What will be added, where it is known: the answers of other users' templates are not shown. */
interface Plan {
  readonly categories: number;
  readonly questions: number;
  readonly left: number;
}

function planOf({ categories }: TemplateContent, takesIncomplete: boolean): Plan {
  const all = categories.flatMap(({ questions }) => questions);
  const questions = takesIncomplete ? all.length : all.filter((question) => isComplete(question)).length;
  return { categories: categories.length, questions, left: all.length - questions };
}

export function AddTemplate({ template, room, onBack, onDone }: AddTemplateProps) {
  const { port } = useBoardEditor();
  const { templateId, mine } = template;
  const title = titleOf(template);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Sent again after a lost answer, it is added once.
  const [commandId] = useState(() => newId());
  const categories = plan?.categories ?? template.categoryCount;

  const load = async () => {
    if (categories === 0) return setRefusal(t('loadEmpty'));
    if (categories > room) return setRefusal(t('loadFull', { n: CATEGORIES_MAX }));
    setBusy(true);
    setRefusal(null);
    const added = await port.addTemplate(template, commandId);
    setBusy(false);
    if ('code' in added) return setRefusal(added.text);
    await notify(t('loaded', { title, count: added.questions }), 'success');
    onDone();
  };
  // Shows what will be added.
  useEffect(() => {
    if (!mine) return;
    let gone = false;
    http.call('readTemplateContent', { params: { templateId } }).then(
      (content) => !gone && setPlan(planOf(content, port.takesIncomplete)),
      (error: unknown) => !gone && setRefusal(errorText(error)),
    );
    return () => void (gone = true);
  }, [mine, templateId, port]);

  return (
    <div className={styles.stack}>
      <h3 className={styles.templateTitle} dir="auto">
        {title}
      </h3>
      <p className={styles.hint}>
        {t('loadAdds', {
          categories: t('categoriesCount', { count: categories }),
          questions: t('questions', { count: plan?.questions ?? template.questionCount }),
        })}
        {plan !== null && plan.left > 0 && ` ${t('loadLeaves', { count: plan.left })}`}
      </p>
      {!port.takesIncomplete && template.publishedAt !== null && <PublicAnswers />}
      <FormError>{refusal}</FormError>
      <div className={styles.actions}>
        <Button variant="default" disabled={busy} onClick={onBack}>
          {t('loadBack')}
        </Button>
        <Button data-autofocus loading={busy} onClick={() => void load()}>
          {t('loadYes')}
        </Button>
      </div>
    </div>
  );
}
