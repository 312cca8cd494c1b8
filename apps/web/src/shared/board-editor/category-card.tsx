import { useIntersection } from '@mantine/hooks';
import type { CategoryId, QuestionId } from '@earworm/rules';
import { memo, useEffect, useState } from 'react';
import { notify } from '../../platform/notifications/notify.js';
import { useTranslator } from '../../platform/i18n/texts.js';
import { halfTypedIn, type Open } from '../live/stored-question.js';
import { Confirm } from '../ui/dialog.js';
import { figure } from '../../platform/i18n/numbers.js';
import type { BoardCategory } from '../live/board.js';
import styles from './category-card.module.css';
import { CategoryHeading, storedName } from './category-heading.js';
import { nameOf } from './board-cards.js';
import { CategoryQuestions } from './category-questions.js';
import { useBoardEditor } from './editor-context.js';
import { t } from './texts.js';

interface Props {
  readonly category: BoardCategory;
  readonly order: number;
  readonly last: boolean;
  /** Deleted elsewhere. */
  readonly gone: boolean;
  /** With open forms a category stays when it is deleted elsewhere. */
  readonly onTyping: (categoryId: CategoryId, typing: boolean) => void;
  readonly onMoveAway: (question: { categoryId: CategoryId; questionId: QuestionId }) => void;
}

/** Rendered before it is visible, so that neither scrolling nor the tab key meets a gap. */
const NEAR = { rootMargin: '700px 0px' };
/** Estimated height without questions, and per question. */
const CARD_PX = 176;
const ROW_PX = 68;

export const cardId = (categoryId: CategoryId) => `category-${categoryId}`;

/** Only cards near the viewport are rendered, and those with focus, input or an open dialog. */
export const CategoryCard = memo(function CategoryCard(props: Props) {
  const { category, order, last, gone, onTyping, onMoveAway } = props;
  useTranslator();
  const { port, giveOrNotify } = useBoardEditor();
  const { ref, entry } = useIntersection<HTMLElement>(NEAR);
  const [renaming, setRenaming] = useState(() => storedName(category) !== null);
  const [focused, setFocused] = useState(false);
  const [open, setOpen] = useState<readonly Open[]>(() => halfTypedIn(category));
  const [pasting, setPasting] = useState(false);
  const [deleting, setDeleting] = useState<'category' | QuestionId | null>(null);
  const categoryId = category.id;
  const name = nameOf(category, order);
  // The current version: it may change elsewhere while the dialog is open.
  const questionToDelete = category.questions.find(({ id }) => id === deleting) ?? null;

  const typing = renaming || pasting || open.length > 0;
  useEffect(() => {
    onTyping(categoryId, typing);
    return () => onTyping(categoryId, false);
  }, [onTyping, categoryId, typing]);
  /** Deleting it here discards what is typed in it. */
  const deleteIt = async () => {
    const typed = open;
    setOpen([]);
    setRenaming(false);
    if (!(await giveOrNotify({ type: 'deleteCategory', categoryId }))) setOpen(typed);
    else if (port.canUndo) await notify(t('deleted', { name }));
  };
  const deleteQuestion = async (questionId: QuestionId) => {
    const done = await giveOrNotify({ type: 'deleteQuestion', categoryId, questionId });
    if (done && port.canUndo) await notify(t('deletedQuestion'));
  };
  const onDelete = (what: 'category' | QuestionId) => {
    if (!port.canUndo) return setDeleting(what);
    void (what === 'category' ? deleteIt() : deleteQuestion(what));
  };

  const busy = focused || typing || deleting !== null;
  if (!busy && !entry?.isIntersecting) {
    const height = entry?.boundingClientRect.height ?? CARD_PX + ROW_PX * category.questions.length;
    return (
      <section ref={ref} id={cardId(categoryId)} className={styles.card} style={{ height }} aria-label={name}>
        <h2 className={styles.name}>{name}</h2>
      </section>
    );
  }
  return (
    <section
      ref={ref}
      id={cardId(categoryId)}
      className={styles.card}
      aria-label={name}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <CategoryHeading
        category={category}
        order={order}
        last={last}
        gone={gone}
        renaming={renaming}
        setRenaming={setRenaming}
        onDelete={() => onDelete('category')}
      />
      {gone && (
        <p className={styles.gone} role="alert">
          {t('categoryGone')}
        </p>
      )}
      <CategoryQuestions
        category={category}
        gone={gone}
        open={open}
        setOpen={setOpen}
        pasting={pasting}
        setPasting={setPasting}
        onDelete={onDelete}
        onMoveAway={onMoveAway}
      />
      <Confirm
        opened={deleting === 'category'}
        title={t('deleteCategoryTitle')}
        text={t('deleteCategoryText', { name, count: category.questions.length })}
        yes={t('deleteYes')}
        tone="wrong"
        onYes={() => void deleteIt()}
        onClose={() => setDeleting(null)}
      />
      <Confirm
        opened={questionToDelete !== null}
        title={t('deleteQuestionTitle')}
        text={t('deleteQuestionText', {
          answer: questionToDelete?.answer ?? '',
          count: questionToDelete?.points ?? 0,
          points: figure(questionToDelete?.points ?? 0),
        })}
        yes={t('deleteYes')}
        tone="wrong"
        onYes={() => questionToDelete && void deleteQuestion(questionToDelete.id)}
        onClose={() => setDeleting(null)}
      />
    </section>
  );
});
