import { Button, Select } from '@mantine/core';
import { type CategoryId, QUESTIONS_PER_CATEGORY_MAX, type QuestionId } from '@earworm/rules';
import { useState } from 'react';
import { nameOf } from './board-cards.js';
import type { BoardCategory } from '../live/board.js';
import styles from './board-editor.module.css';
import { useBoardEditor } from './editor-context.js';
import { t } from './texts.js';
import { Dialog } from '../ui/dialog.js';

interface Props {
  readonly categoryId: CategoryId;
  readonly questionId: QuestionId;
  readonly categories: readonly BoardCategory[];
  readonly onClose: () => void;
}

export function MoveDialog({ categoryId, questionId, categories, onClose }: Props) {
  const { port } = useBoardEditor();
  const [to, setTo] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const data = categories.map(({ id, name, questions }, index) => ({
    value: id as string,
    label: nameOf({ name }, index),
    disabled: id === categoryId || questions.length >= QUESTIONS_PER_CATEGORY_MAX,
  }));
  const target = categories.find(({ id }) => id === to);
  const move = async () => {
    if (target === undefined) return;
    const order = target.questions.length;
    const refused = await port.give({ type: 'moveQuestion', categoryId, questionId, toCategoryId: target.id, order });
    if (refused) setRefusal(refused.text);
    else onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('moveToTitle')}>
      <div className={styles.stack}>
        <Select
          label={t('moveToLabel')}
          searchable
          data={data}
          value={to}
          error={refusal}
          onChange={setTo}
          data-autofocus
        />
        <Button disabled={target === undefined} onClick={() => void move()}>
          {t('moveToYes')}
        </Button>
      </div>
    </Dialog>
  );
}
