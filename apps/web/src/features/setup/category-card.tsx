import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { type CategoryView, nextPointValue, type QuestionView } from '@earworm/rules';
import { IconPlus } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslator } from '../../i18n/texts.js';
import { Confirm } from '../../ui/confirm.js';
import { figure } from '../../ui/numbers.js';
import styles from './category-card.module.css';
import { CategoryHeading, keptName } from './category-heading.js';
import { keptIn } from './kept-question.js';
import { QuestionForm } from './question-form.js';
import { QuestionRow } from './question-row.js';
import { t } from './texts.js';
import type { Give, GiveAndSay } from './use-edits.js';

interface Props {
  readonly category: CategoryView;
  readonly order: number;
  readonly last: boolean;
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
export const CategoryCard = memo(function CategoryCard({ category, order, last, versionNow, give, giveAndSay }: Props) {
  useTranslator();
  const { ref, entry } = useIntersection<HTMLElement>(NEAR);
  const [renaming, setRenaming] = useState(() => keptName(category) !== null);
  const [focused, setFocused] = useState(false);
  const [open, setOpen] = useState<string | 'new' | null>(() => keptIn(category)?.open ?? null);
  const [deleting, setDeleting] = useState<'category' | QuestionView | null>(null);
  const categoryId = category.id;
  const suggestedPoints = nextPointValue(category.questions.map(({ points }) => points));
  const form = { category, suggestedPoints, versionNow, give, onDone: () => setOpen(null) };
  const doomed = deleting === 'category' ? null : deleting;

  const busy = focused || renaming || open !== null || deleting !== null;
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
        {...{ category, order, last, versionNow, give, giveAndSay, renaming, setRenaming }}
        onDelete={() => setDeleting('category')}
      />
      <ul className={styles.rows}>
        {category.questions.map((question) =>
          open === question.id ? (
            <li key={question.id}>
              <QuestionForm {...form} question={question} />
            </li>
          ) : (
            <QuestionRow
              key={question.id}
              question={question}
              onEdit={() => setOpen(question.id)}
              onDelete={() => setDeleting(question)}
            />
          ),
        )}
      </ul>
      {category.questions.length === 0 && open !== 'new' && <p className={styles.none}>{t('noQuestions')}</p>}
      {open === 'new' ? (
        <QuestionForm {...form} question={null} />
      ) : (
        <Button
          className={styles.add}
          variant="light"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setOpen('new')}
        >
          {t('addQuestion')}
        </Button>
      )}
      <Confirm
        opened={deleting === 'category'}
        title={t('deleteCategoryTitle')}
        text={t('deleteCategoryText', { name: category.name, count: category.questions.length })}
        yes={t('deleteYes')}
        tone="wrong"
        onYes={() => void giveAndSay({ type: 'deleteCategory', categoryId })}
        onClose={() => setDeleting(null)}
      />
      <Confirm
        opened={doomed !== null}
        title={t('deleteQuestionTitle')}
        text={t('deleteQuestionText', { answer: doomed?.secret?.answer ?? '', points: figure(doomed?.points ?? 0) })}
        yes={t('deleteYes')}
        tone="wrong"
        onYes={() => doomed && void giveAndSay({ type: 'deleteQuestion', categoryId, questionId: doomed.id })}
        onClose={() => setDeleting(null)}
      />
    </section>
  );
});
