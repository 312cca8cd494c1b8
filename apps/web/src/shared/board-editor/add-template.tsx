import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import { type TemplateContent, type TemplateId, type TemplateSummary } from '@earworm/contracts';
import { CATEGORIES_MAX, type CategoryId, type QuestionId } from '@earworm/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notify, errorText } from '../../platform/notifications/notify.js';
import { type BoardEdit, isComplete } from '../live/board.js';
import styles from './board-editor.module.css';
import { nameOf } from './board-cards.js';
import { useBoardEditor } from './editor-context.js';
import { t } from './texts.js';
import { FormError } from '../ui/form.js';

export const titleOf = ({ title }: Pick<TemplateSummary, 'title'>) => title || t('untitled');

interface AddTemplateProps {
  readonly template: TemplateSummary;
  readonly room: number;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** With new ids: sent twice after a lost answer, everything is added once. */
interface Plan {
  readonly edits: readonly BoardEdit[];
  readonly categories: number;
  readonly questions: number;
  readonly left: number;
}

function planOf({ categories }: TemplateContent, takesIncomplete: boolean): Plan {
  const taken = categories.map((category, index) => ({
    id: newId() as CategoryId,
    name: nameOf(category, index),
    questions: category.questions.filter((question) => takesIncomplete || isComplete(question)),
  }));
  const edits = taken.flatMap(({ id: categoryId, name, questions }): BoardEdit[] => [
    { type: 'addCategory', categoryId, name },
    ...questions.map(({ questionId: _questionId, ...question }): BoardEdit => ({
      type: 'addQuestion',
      categoryId,
      questionId: newId() as QuestionId,
      question,
    })),
  ]);
  const all = categories.reduce((sum, { questions }) => sum + questions.length, 0);
  const count = edits.length - taken.length;
  return { edits, categories: taken.length, questions: count, left: all - count };
}

export function AddTemplate({ template, room, onBack, onDone }: AddTemplateProps) {
  const { port } = useBoardEditor();
  const queries = useQueryClient();
  const { templateId, mine } = template;
  const title = titleOf(template);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  // The answers of another user's template are visible only in a copy. The same id creates one copy.
  const [copyId] = useState(() => newId() as TemplateId);

  const read = async (): Promise<Plan> => {
    if (!mine) {
      await http.call('copyTemplate', { params: { templateId }, body: { copyId } });
      await queries.invalidateQueries({ queryKey: ['templates'] });
    }
    const params = { templateId: mine ? templateId : copyId };
    return planOf(await http.call('readTemplateContent', { params }), port.takesIncomplete);
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      setRefusal(errorText(error));
    }
    setBusy(false);
  };
  const check = (wanted: Plan): string | null => {
    if (wanted.categories === 0) return t('loadEmpty');
    return wanted.categories > room ? t('loadFull', { n: CATEGORIES_MAX }) : null;
  };
  const load = () =>
    attempt(async () => {
      const wanted = plan ?? (await read());
      setPlan(wanted);
      // Categories added before a refusal count already.
      const problem = done === 0 ? check(wanted) : null;
      if (problem !== null) return setRefusal(problem);
      const refused = await port.giveAll(wanted.edits.slice(done), (count) => setDone(done + count));
      if (refused) return setRefusal(refused.text);
      await notify(t('loaded', { title, count: wanted.questions }), 'success');
      onDone();
    });
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
          categories: t('categoriesCount', { count: plan?.categories ?? template.categoryCount }),
          questions: t('questions', { count: plan?.questions ?? template.questionCount }),
        })}
        {plan !== null && plan.left > 0 && ` ${t('loadLeaves', { count: plan.left })}`}
        {!mine && ` ${t('loadCopies')}`}
      </p>
      <p className={styles.hint} role="status">
        {plan !== null && done > 0 && t('loadAt', { done, total: plan.edits.length })}
      </p>
      <FormError>{refusal}</FormError>
      <div className={styles.actions}>
        <Button variant="default" disabled={busy} onClick={onBack}>
          {t('loadBack')}
        </Button>
        <Button data-autofocus loading={busy} onClick={() => void load()}>
          {t(done > 0 ? 'loadRest' : 'loadYes')}
        </Button>
      </div>
    </div>
  );
}
