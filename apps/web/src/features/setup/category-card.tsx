import { useIntersection } from '@mantine/hooks';
import type { CategoryId, CategoryView, QuestionId } from '@earworm/rules';
import { memo, useEffect, useState } from 'react';
import { useTranslator } from '../../i18n/texts.js';
import { Confirm } from '../../ui/confirm.js';
import { figure } from '../../ui/numbers.js';
import styles from './category-card.module.css';
import { CategoryHeading, keptName } from './category-heading.js';
import { CategoryQuestions } from './category-questions.js';
import { halfTypedIn, type Open } from '../../live/kept-question.js';
import { t } from './texts.js';
import type { Give, GiveAndSay } from './use-edits.js';

interface Props {
  readonly category: CategoryView;
  readonly order: number;
  readonly last: boolean;
  /** Another desk has deleted it. */
  readonly gone: boolean;
  /** Tells whether forms are open in it: with them it stays also when it is deleted elsewhere. */
  readonly onTyping: (categoryId: CategoryId, typing: boolean) => void;
  /** The game's version, to be asked for when an edit begins. */
  readonly versionNow: () => number;
  readonly give: Give;
  readonly giveAndSay: GiveAndSay;
}

/** Drawn from so far outside the window, so that neither a scroll nor the tabulator meets a blank. */
const NEAR = { rootMargin: '700px 0px' };
/** Heights of a card that was never on the screen: without questions, and of each of them. */
const CARD_PX = 176;
const ROW_PX = 68;

/**
 * One category with its questions. Of hundreds only those near the window are drawn; a card that has the focus, or in
 * which somebody types or is asked something, stays, wherever it was scrolled to.
 */
export const CategoryCard = memo(function CategoryCard(props: Props) {
  const { category, order, last, gone, onTyping, versionNow, give, giveAndSay } = props;
  useTranslator();
  const { ref, entry } = useIntersection<HTMLElement>(NEAR);
  const [renaming, setRenaming] = useState(() => keptName(category) !== null);
  const [focused, setFocused] = useState(false);
  const [open, setOpen] = useState<readonly Open[]>(() => halfTypedIn(category));
  const [deleting, setDeleting] = useState<'category' | QuestionId | null>(null);
  const categoryId = category.id;
  // As it is now: another desk may change or delete it while this one is asked.
  const doomed = category.questions.find(({ id }) => id === deleting) ?? null;

  const typing = renaming || open.length > 0;
  useEffect(() => {
    onTyping(categoryId, typing);
    return () => onTyping(categoryId, false);
  }, [onTyping, categoryId, typing]);
  /** Who deletes it here means what is typed in it too. */
  const deleteIt = async () => {
    const typed = open;
    setOpen([]);
    setRenaming(false);
    if (!(await giveAndSay({ type: 'deleteCategory', categoryId }))) setOpen(typed);
  };

  const busy = focused || typing || deleting !== null;
  if (!busy && !entry?.isIntersecting) {
    const height = entry?.boundingClientRect.height ?? CARD_PX + ROW_PX * category.questions.length;
    return (
      <section ref={ref} className={styles.card} style={{ height }} aria-label={category.name}>
        <h2 className={styles.name}>{category.name}</h2>
      </section>
    );
  }
  return (
    <section
      ref={ref}
      className={styles.card}
      aria-label={category.name}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <CategoryHeading
        {...{ category, order, last, gone, versionNow, give, giveAndSay, renaming, setRenaming }}
        onDelete={() => setDeleting('category')}
      />
      {gone && (
        <p className={styles.gone} role="alert">
          {t('categoryGone')}
        </p>
      )}
      <CategoryQuestions {...{ category, gone, open, setOpen, versionNow, give }} onDelete={setDeleting} />
      <Confirm
        opened={deleting === 'category'}
        title={t('deleteCategoryTitle')}
        text={t('deleteCategoryText', { name: category.name, count: category.questions.length })}
        yes={t('deleteYes')}
        tone="wrong"
        onYes={() => void deleteIt()}
        onClose={() => setDeleting(null)}
      />
      <Confirm
        opened={doomed !== null}
        title={t('deleteQuestionTitle')}
        text={t('deleteQuestionText', {
          answer: doomed?.secret?.answer ?? '',
          count: doomed?.points ?? 0,
          points: figure(doomed?.points ?? 0),
        })}
        yes={t('deleteYes')}
        tone="wrong"
        onYes={() => doomed && void giveAndSay({ type: 'deleteQuestion', categoryId, questionId: doomed.id })}
        onClose={() => setDeleting(null)}
      />
    </section>
  );
});
