import { ActionIcon, TextInput } from '@mantine/core';
import { CATEGORY_NAME_MAX_LENGTH } from '@earworm/rules';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { notify } from '../../app/notify.js';
import { messageOf } from '../../i18n/message.js';
import { useTranslator } from '../../i18n/texts.js';
import { moveCategory, removeCategory, renamed, withCategory } from './draft.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { t } from './texts.js';

interface Props {
  readonly categoryId: string;
  readonly name: string;
  /** What it is called where its name is still to come. */
  readonly shown: string;
  readonly index: number;
  readonly isLast: boolean;
  readonly edit: Editor['edit'];
  /** Called while the category is still there. */
  readonly onGone: (categoryId: string) => void;
}

/** What is done with a category as a whole. A letter in one of its questions does not draw it again. */
export const CategoryHead = memo(function CategoryHead(props: Props) {
  useTranslator();
  const { categoryId, name, shown, index, isLast, edit, onGone } = props;
  const move = (to: number) => edit((draft) => moveCategory(draft, categoryId, to));
  const remove = () => {
    onGone(categoryId);
    edit((draft) => removeCategory(draft, categoryId));
    void notify(t('deleted', { name: shown }));
  };
  return (
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
          edit((draft) => withCategory(draft, categoryId, renamed(typed)), `name ${categoryId}`);
        }}
      />
      <div className={styles.panelTools}>
        <ActionIcon aria-label={t('moveUp')} disabled={index === 0} onClick={() => move(index - 1)}>
          <IconArrowUp size={20} />
        </ActionIcon>
        <ActionIcon aria-label={t('moveDown')} disabled={isLast} onClick={() => move(index + 1)}>
          <IconArrowDown size={20} />
        </ActionIcon>
        <ActionIcon aria-label={t('deleteCategory')} onClick={remove}>
          <IconTrash size={20} />
        </ActionIcon>
      </div>
    </div>
  );
});
