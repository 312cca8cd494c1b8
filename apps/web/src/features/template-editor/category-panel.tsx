import { Button } from '@mantine/core';
import { QUESTIONS_PER_CATEGORY_MAX } from '@earworm/rules';
import { IconClipboardList, IconPlus } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { figure } from '../../ui/numbers.js';
import { CategoryHead } from './category-head.js';
import { nameOf } from './category-list.js';
import * as drafts from './draft.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { MoveDialog } from './move-dialog.js';
import { PasteDialog } from './paste-dialog.js';
import { QuestionRow } from './question-row.js';
import { Sorting } from './sorting.js';
import { t } from './texts.js';

interface Props {
  readonly category: drafts.Category;
  readonly index: number;
  readonly categories: readonly drafts.Category[];
  readonly edit: Editor['edit'];
  /** Called while the category is still there. */
  readonly onGone: (categoryId: string) => void;
}

/** One column of the board with its questions. */
export function CategoryPanel({ category, index, categories, edit, onGone }: Props) {
  const { categoryId, name, questions } = category;
  const [pasting, setPasting] = useState(false);
  const [moving, setMoving] = useState<string | null>(null);
  const [fresh, setFresh] = useState<string | null>(null);
  const isFull = questions.length >= QUESTIONS_PER_CATEGORY_MAX;
  const shown = nameOf(category, index);
  const add = () => {
    const question = drafts.blankQuestion(questions);
    setFresh(question.questionId);
    edit((draft) => drafts.withCategory(draft, categoryId, drafts.withQuestions(question)));
  };
  const endPasting = useCallback(() => setPasting(false), []);
  return (
    <section className={styles.panel} aria-label={shown}>
      <CategoryHead
        categoryId={categoryId}
        name={name}
        shown={shown}
        index={index}
        isLast={index === categories.length - 1}
        edit={edit}
        onGone={onGone}
      />
      {questions.length === 0 && <p className={styles.hint}>{t('noQuestions')}</p>}
      <Sorting
        ids={questions.map(({ questionId }) => questionId)}
        nameOf={(id) =>
          t('thing', { points: figure(questions.find(({ questionId }) => questionId === id)?.points ?? 0) })
        }
        onMove={(id, to) => edit((draft) => drafts.withCategory(draft, categoryId, drafts.withQuestionAt(id, to)))}
      >
        <ol className={styles.questions}>
          {questions.map((question, place) => (
            <QuestionRow
              key={question.questionId}
              question={question}
              place={place}
              categoryId={categoryId}
              isFresh={question.questionId === fresh}
              edit={edit}
              onMoveAway={setMoving}
            />
          ))}
        </ol>
      </Sorting>
      <div className={styles.panelFoot}>
        <Button variant="light" leftSection={<IconPlus size={20} aria-hidden />} disabled={isFull} onClick={add}>
          {t('addQuestion')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardList size={20} aria-hidden />}
          disabled={isFull}
          onClick={() => setPasting(true)}
        >
          {t('paste')}
        </Button>
        {isFull && <span className={styles.hint}>{t('categoryFull', { n: QUESTIONS_PER_CATEGORY_MAX })}</span>}
      </div>
      <PasteDialog
        categoryId={categoryId}
        room={QUESTIONS_PER_CATEGORY_MAX - questions.length}
        opened={pasting}
        edit={edit}
        onClose={endPasting}
      />
      {moving !== null && (
        <MoveDialog
          questionId={moving}
          from={categoryId}
          categories={categories}
          edit={edit}
          onClose={() => setMoving(null)}
        />
      )}
    </section>
  );
}
