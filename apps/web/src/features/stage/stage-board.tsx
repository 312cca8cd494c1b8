import type { CSSProperties } from 'react';
import type { GameView } from '@earworm/rules';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './stage-board.module.css';
import { t } from './texts.js';

export function StageBoard({ view }: { view: GameView }) {
  const rows = Math.max(1, ...view.categories.map(({ questions }) => questions.length));
  const style: CSSProperties & Record<'--rows', number> = { '--rows': rows };
  return (
    <div
      className={styles.board}
      style={style}
      data-many={view.categories.length > 4 || undefined}
      role="img"
      aria-label={t('board')}
    >
      {view.categories.map((category) => (
        <div key={category.id} className={styles.column}>
          <span className={styles.category}>
            <span className={styles.words}>{category.name}</span>
          </span>
          {category.questions.map((question) => (
            <span
              key={question.id}
              className={styles.tile}
              data-played={question.answered}
              data-proposed={question.id === view.proposedQuestionId || undefined}
            >
              <span className={styles.words}>
                {question.answered ? (question.answeredByName ?? '—') : figure(question.points)}
              </span>
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
