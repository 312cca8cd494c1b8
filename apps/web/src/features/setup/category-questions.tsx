import { Button } from '@mantine/core';
import { type CategoryView, nextPointValue, type QuestionId } from '@earworm/rules';
import { IconPlus } from '@tabler/icons-react';
import type { Dispatch, SetStateAction } from 'react';
import styles from './category-card.module.css';
import type { Open } from '../../live/kept-question.js';
import { QuestionForm } from './question-form.js';
import { QuestionRow } from './question-row.js';
import { t } from './texts.js';
import type { Give } from './use-edits.js';
import { useWithGone } from './with-gone.js';

interface Props {
  readonly category: CategoryView;
  /** Another desk has deleted the category. */
  readonly gone: boolean;
  readonly open: readonly Open[];
  readonly setOpen: Dispatch<SetStateAction<readonly Open[]>>;
  readonly versionNow: () => number;
  readonly give: Give;
  readonly onDelete: (questionId: QuestionId) => void;
}

/** A category's questions as rows, or as forms where they are edited, also one that was deleted elsewhere meanwhile. */
export function CategoryQuestions({ category, gone, open, setOpen, versionNow, give, onDelete }: Props) {
  const questions = gone ? [] : category.questions;
  const isOpen = (id: string) => open.some((each) => each === id);
  const begin = (id: Open) => setOpen((before) => [...before, id]);
  const lost = open.flatMap((id) => (id === 'new' || questions.some((one) => one.id === id) ? [] : [{ id }]));
  const rows = useWithGone<{ readonly id: QuestionId }>(questions, isOpen, lost);

  const giveBack: Give = async (command) =>
    (await give({ type: 'addCategory', categoryId: category.id, name: category.name })) ?? give(command);
  const suggestedPoints = nextPointValue(category.questions.map(({ points }) => points));
  const form = (id: Open) => ({
    ...{ category, open: id, suggestedPoints, versionNow },
    give: gone ? giveBack : give,
    onDone: () => setOpen((before) => before.filter((each) => each !== id)),
  });
  const place = (id: QuestionId) => {
    const question = questions.find((one) => one.id === id) ?? null;
    if (isOpen(id)) {
      return (
        <li key={id}>
          <QuestionForm {...form(id)} question={question} />
        </li>
      );
    }
    return (
      question && <QuestionRow key={id} question={question} onEdit={() => begin(id)} onDelete={() => onDelete(id)} />
    );
  };

  return (
    <>
      <ul className={styles.rows}>{rows.map(({ id }) => place(id))}</ul>
      {questions.length === 0 && open.length === 0 && <p className={styles.none}>{t('noQuestions')}</p>}
      {isOpen('new') && <QuestionForm {...form('new')} question={null} />}
      {!isOpen('new') && !gone && (
        <Button
          className={styles.add}
          variant="light"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => begin('new')}
        >
          {t('addQuestion')}
        </Button>
      )}
    </>
  );
}
