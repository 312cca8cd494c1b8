import type { GameView, QuestionView } from '@earworm/rules';
import { figure } from '../../../platform/i18n/numbers.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';

function outcomeOf({ answered, answeredCorrectly, answeredByName }: QuestionView): string {
  if (!answered) return t('notPlayed');
  return answeredCorrectly && answeredByName !== null ? t('wonBy', { name: answeredByName }) : t('nobodyRight');
}

export function ObservedBoard({ view: { categories, current, proposedQuestionId } }: { view: GameView }) {
  return (
    <section className={styles.card} data-wide aria-label={t('board')}>
      <h2 className={styles.heading}>{t('board')}</h2>
      {categories.length === 0 && <p>{t('emptyBoard')}</p>}
      <div className={styles.board}>
        {categories.map((category) => (
          <div key={category.id}>
            <h3 className={styles.subheading}>{category.name}</h3>
            <ul className={styles.questions}>
              {category.questions.map((question) => (
                <li
                  key={question.id}
                  data-now={question.id === current?.questionId || undefined}
                  data-proposed={question.id === proposedQuestionId || undefined}
                >
                  <b>{figure(question.points)}</b> {question.secret?.answer}
                  <span className={styles.note}>
                    {question.id === proposedQuestionId ? t('proposed') : outcomeOf(question)}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
