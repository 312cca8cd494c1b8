import { Button, Modal, Select } from '@mantine/core';
import { QUESTIONS_PER_CATEGORY_MAX } from '@earworm/rules';
import { useState } from 'react';
import { t as shared } from '../../i18n/t.js';
import { nameOf } from './category-list.js';
import { type Category, moveQuestion } from './draft.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { t } from './texts.js';

interface Props {
  readonly questionId: string;
  readonly from: string;
  readonly categories: readonly Category[];
  readonly edit: Editor['edit'];
  readonly onClose: () => void;
}

/** Asks which category a question goes to. */
export function MoveDialog({ questionId, from, categories, edit, onClose }: Props) {
  const [to, setTo] = useState<string | null>(null);
  const data = categories.map((category, index) => ({
    value: category.categoryId as string,
    label: nameOf(category, index),
    disabled: category.categoryId === from || category.questions.length >= QUESTIONS_PER_CATEGORY_MAX,
  }));
  const move = () => {
    if (to !== null) edit((draft) => moveQuestion(draft, questionId, from, to));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('moveToTitle')} closeButtonProps={{ 'aria-label': shared('close') }}>
      <div className={styles.stack}>
        <Select label={t('moveToLabel')} searchable data={data} value={to} onChange={setTo} data-autofocus />
        <Button disabled={to === null} onClick={move}>
          {t('moveToYes')}
        </Button>
      </div>
    </Modal>
  );
}
