import { ActionIcon, Button, TextInput } from '@mantine/core';
import { CATEGORY_NAME_MAX_LENGTH, type CategoryView, type Version } from '@earworm/rules';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import styles from './category-card.module.css';
import { t } from './texts.js';
import type { Give, GiveAndSay } from './use-edits.js';

interface Props {
  readonly category: CategoryView;
  readonly order: number;
  readonly last: boolean;
  readonly versionNow: () => number;
  readonly give: Give;
  readonly giveAndSay: GiveAndSay;
  readonly renaming: boolean;
  readonly setRenaming: (renaming: boolean) => void;
  readonly onDelete: () => void;
}

function RenameForm({
  category,
  versionNow,
  give,
  onDone,
}: Pick<Props, 'category' | 'versionNow' | 'give'> & { onDone: () => void }) {
  const [name, setName] = useState(category.name);
  const [basedOn] = useState(versionNow);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = async () => {
    const refused = await give({ type: 'renameCategory', categoryId: category.id, name, basedOn: basedOn as Version });
    setRefusal(refused);
    if (!refused) onDone();
  };
  return (
    <form
      className={styles.rename}
      onSubmit={(attempt: SubmitEvent) => {
        attempt.preventDefault();
        void save();
      }}
    >
      <TextInput
        aria-label={t('renameLabel')}
        autoFocus
        maxLength={CATEGORY_NAME_MAX_LENGTH}
        value={name}
        error={refusal}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <Button type="submit">{t('save')}</Button>
      <Button variant="default" onClick={onDone}>
        {t('cancel')}
      </Button>
    </form>
  );
}

export function CategoryHeading(props: Props) {
  const { category, order, last, versionNow, give, giveAndSay, renaming, setRenaming, onDelete } = props;
  const { id: categoryId, name } = category;
  if (renaming)
    return <RenameForm category={category} versionNow={versionNow} give={give} onDone={() => setRenaming(false)} />;
  const move = (to: number) => void giveAndSay({ type: 'moveCategory', categoryId, order: to });
  return (
    <div className={styles.heading}>
      <div className={styles.named}>
        <h2 className={styles.name}>{name}</h2>
        <span className={styles.count}>{t('questions', { count: category.questions.length })}</span>
      </div>
      <div className={styles.tools}>
        <ActionIcon aria-label={t('rename', { name })} onClick={() => setRenaming(true)}>
          <IconPencil size={20} />
        </ActionIcon>
        <ActionIcon aria-label={t('moveUp', { name })} disabled={order === 0} onClick={() => move(order - 1)}>
          <IconArrowUp size={20} />
        </ActionIcon>
        <ActionIcon aria-label={t('moveDown', { name })} disabled={last} onClick={() => move(order + 1)}>
          <IconArrowDown size={20} />
        </ActionIcon>
        <ActionIcon aria-label={t('deleteCategory', { name })} onClick={onDelete}>
          <IconTrash size={20} />
        </ActionIcon>
      </div>
    </div>
  );
}
