import type { CSSProperties } from 'react';
import type { GameView } from '@earworm/rules';
import { figure } from '../../platform/i18n/numbers.js';
import { lanesOf } from '../../shared/game/lanes.js';
import styles from './stage-board.module.css';
import { t } from './texts.js';

const UPRIGHT_TILES = 8;

export function StageBoard({ view }: { view: GameView }) {
  const { lanes, rows } = lanesOf(view.categories);
  // Upright, a category is a row of tiles, or a few.
  const uprightRows = Math.ceil((rows * lanes) / UPRIGHT_TILES);
  const style: CSSProperties & Record<`--${string}`, number> = {
    '--rows': rows,
    '--lanes': lanes,
    '--upright-rows': uprightRows,
    '--upright-lanes': Math.ceil((rows * lanes) / uprightRows),
  };
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
