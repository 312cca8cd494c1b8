import { ActionIcon, Button, TextInput } from '@mantine/core';
import { CATEGORY_NAME_MAX_LENGTH, QUESTIONS_PER_CATEGORY_MAX } from '@earworm/rules';
import { IconArrowDown, IconArrowUp, IconClipboardList, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../app/notify.js';
import { messageOf } from '../../i18n/message.js';
import { figure } from '../../ui/numbers.js';
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
  readonly onGone: () => void;
}

/** One column of the board with its questions. */
export function CategoryPanel({ category, index, categories, edit, onGone }: Props) {
  const { categoryId, name, questions } = category;
  const [pasting, setPasting] = useState(false);
  const [moving, setMoving] = useState<string | null>(null);
  const [fresh, setFresh] = useState<string | null>(null);
  const isFull = questions.length >= QUESTIONS_PER_CATEGORY_MAX;
  const shown = nameOf(category, index);
  const move = (to: number) => edit((draft) => drafts.moveCategory(draft, categoryId, to));
  const add = () => {
    const question = drafts.blankQuestion(questions);
    setFresh(question.questionId);
    edit((draft) => drafts.withCategory(draft, categoryId, drafts.withQuestions(question)));
  };
  const remove = () => {
    onGone();
    edit((draft) => drafts.removeCategory(draft, categoryId));
    void notify(t('deleted', { name: shown }));
  };
  return (
    <section className={styles.panel} aria-label={shown}>
      <div className={styles.panelHead}>
        <TextInput
          label={t('categoryName')}
          placeholder={t('categoryNamePlaceholder')}
          maxLength={CATEGORY_NAME_MAX_LENGTH}
          autoComplete="off"
          dir="auto"
          value={name}
          error={name.trim() === '' && messageOf('category-name-required')}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            edit((draft) => drafts.withCategory(draft, categoryId, drafts.renamed(typed)), `name ${categoryId}`);
          }}
        />
        <div className={styles.panelTools}>
          <ActionIcon aria-label={t('moveUp')} disabled={index === 0} onClick={() => move(index - 1)}>
            <IconArrowUp size={20} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('moveDown')}
            disabled={index === categories.length - 1}
            onClick={() => move(index + 1)}
          >
            <IconArrowDown size={20} />
          </ActionIcon>
          <ActionIcon aria-label={t('deleteCategory')} onClick={remove}>
            <IconTrash size={20} />
          </ActionIcon>
        </div>
      </div>
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
      <PasteDialog category={category} opened={pasting} edit={edit} onClose={() => setPasting(false)} />
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
