import type { GameView } from '@earworm/rules';
import { figure } from '../../ui/numbers.js';
import styles from './stage-board.module.css';
import { t } from './t.js';

/** The board to be looked at, not touched. */
export function StageBoard({ view }: { view: GameView }) {
  return (
    <div className={styles.board} role="img" aria-label={t('board')}>
      {view.categories.map((category) => (
        <div key={category.id} className={styles.column}>
          <span className={styles.category}>{category.name}</span>
          {category.questions.map((question) => (
            <span key={question.id} className={styles.tile} data-played={question.answered}>
              {question.answered ? (question.answeredByName ?? '—') : figure(question.points)}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
