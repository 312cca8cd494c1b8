import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import { nextPointValue, QUESTIONS_PER_CATEGORY_MAX, type QuestionId } from '@earworm/rules';
import { IconClipboardList, IconPlus } from '@tabler/icons-react';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import type { Open } from '../live/stored-question.js';
import { figure } from '../../platform/i18n/numbers.js';
import type { BoardCategory, BoardEdit } from '../live/board.js';
import { lazyDialog } from '../ui/lazy-dialog.js';
import styles from './category-card.module.css';
import { useBoardEditor } from './editor-context.js';
import { QuestionForm } from './question-form.js';
import { QuestionRow } from './question-row.js';
import { Sorting } from './sorting.js';
import { t } from './texts.js';
import { useWithRemoved } from './with-removed.js';

export const ListDialog = lazyDialog(
  () => import('./list-dialog.js'),
  (module) => module.ListDialog,
);

interface Props {
  readonly category: BoardCategory;
  readonly gone: boolean;
  readonly open: readonly Open[];
  readonly setOpen: Dispatch<SetStateAction<readonly Open[]>>;
  readonly pasting: boolean;
  readonly setPasting: (pasting: boolean) => void;
  readonly onDelete: (questionId: QuestionId) => void;
  readonly onMoveAway: (question: { categoryId: BoardCategory['id']; questionId: QuestionId }) => void;
}

/** Also a form whose question was deleted elsewhere. */
export function CategoryQuestions(props: Props) {
  const { category, gone, open, setOpen, pasting, setPasting, onDelete, onMoveAway } = props;
  const { port, giveOrNotify } = useBoardEditor();
  const { id: categoryId } = category;
  const questions = gone ? [] : category.questions;
  const isOpen = (id: string) => open.some((each) => each === id);
  const begin = (...ids: readonly Open[]) => setOpen((before) => [...before, ...ids]);
  const lost = open.flatMap((id) => (id === 'new' || questions.some((one) => one.id === id) ? [] : [{ id }]));
  const rows = useWithRemoved<{ readonly id: QuestionId }>(questions, isOpen, lost);
  const pasted = open.flatMap((id) => (id === 'new' || rows.some((row) => row.id === id) ? [] : [id]));
  const isFull = questions.length >= QUESTIONS_PER_CATEGORY_MAX;

  /** Restores a category that was deleted elsewhere. */
  const giveWithCategory = (edit: BoardEdit) => {
    if (!gone || edit.type !== 'addQuestion') return port.give(edit);
    const questions = [{ ...edit.question, questionId: edit.questionId }];
    return port.addList([{ categoryId, name: category.name, questions }], newId());
  };
  const suggestedPoints = nextPointValue(category.questions.map(({ points }) => points));

  // After a pasted question the focus moves to the next one that lacks an answer, otherwise to the row.
  const list = useRef<HTMLOListElement>(null);
  const [closed, setClosed] = useState<{ readonly id: Open; readonly isNew: boolean } | null>(null);
  useEffect(() => {
    if (closed === null) return;
    const waiting = 'form[data-new] input[name="answer"]';
    const next = closed.isNew ? list.current?.querySelector<HTMLElement>(waiting) : null;
    const row = document.getElementById(openerOf(categoryId, closed.id));
    (next ?? row)?.focus();
  }, [closed, categoryId]);
  const form = (id: Open) => ({
    category,
    open: id,
    suggestedPoints,
    give: giveWithCategory,
    onDone: () => {
      setOpen((before) => before.filter((each) => each !== id));
      setClosed({ id, isNew: id !== 'new' && !questions.some((one) => one.id === id) });
    },
  });
  const move = (questionId: QuestionId, to: number) => {
    const order = Math.min(Math.max(to, 0), questions.length - 1);
    if (questions[order]?.id === questionId) return;
    void giveOrNotify({ type: 'moveQuestion', categoryId, questionId, toCategoryId: categoryId, order });
  };

  const place = (id: QuestionId) => {
    const index = questions.findIndex((one) => one.id === id);
    const question = questions[index] ?? null;
    if (isOpen(id)) {
      return (
        <li key={id}>
          <QuestionForm {...form(id)} question={question} />
        </li>
      );
    }
    return (
      question && (
        <QuestionRow
          key={id}
          question={question}
          place={index}
          editId={openerOf(categoryId, id)}
          isLast={index === questions.length - 1}
          onEdit={() => begin(id)}
          onMove={(to) => move(id, to)}
          onMoveAway={() => onMoveAway({ categoryId, questionId: id })}
          onDelete={() => onDelete(id)}
        />
      )
    );
  };

  return (
    <>
      <Sorting
        ids={questions.map(({ id }) => id)}
        nameOf={(id) => t('thing', { points: figure(questions.find((one) => one.id === id)?.points ?? 0) })}
        onMove={(id, to) => move(id as QuestionId, to)}
      >
        <ol ref={list} className={styles.rows}>
          {[...rows.map(({ id }) => id), ...pasted].map(place)}
        </ol>
      </Sorting>
      {questions.length === 0 && open.length === 0 && <p className={styles.none}>{t('noQuestions')}</p>}
      {isOpen('new') && <QuestionForm {...form('new')} question={null} />}
      {!gone && !port.readOnly && (
        <div className={styles.foot}>
          {!isOpen('new') && (
            <Button
              variant="light"
              leftSection={<IconPlus size={20} aria-hidden />}
              id={openerOf(categoryId, 'new')}
              disabled={isFull}
              onClick={() => begin('new')}
            >
              {t('addQuestion')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconClipboardList size={20} aria-hidden />}
            disabled={isFull}
            onClick={() => setPasting(true)}
          >
            {t('listHere')}
          </Button>
          {isFull && <span className={styles.count}>{t('categoryFull', { n: QUESTIONS_PER_CATEGORY_MAX })}</span>}
        </div>
      )}
      <ListDialog boardId={categoryId} category={category} opened={pasting} onClose={() => setPasting(false)} />
    </>
  );
}

/** The button that opens a form gets the focus back. */
const openerOf = (categoryId: BoardCategory['id'], open: Open) =>
  open === 'new' ? `add-${categoryId}` : `edit-${open}`;
