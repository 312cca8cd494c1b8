import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import { messageOf } from '../../platform/i18n/t.js';
import { CATEGORIES_MAX, CATEGORY_NAME_MAX_LENGTH, type CategoryId, cleanText } from '@earworm/rules';
import { useState } from 'react';
import { readStored, useStored } from '../live/stored.js';
import type { BoardCategory } from '../live/board.js';
import styles from './board-editor.module.css';
import { useBoardEditor } from './editor-context.js';
import { t } from './texts.js';
import { Form } from '../ui/form.js';
import { TextField } from '../ui/text-fields.js';

interface TypedCategory {
  /** One id per name: sent twice, it is still one category. */
  readonly categoryId: CategoryId;
  readonly name: string;
}

const empty = (): TypedCategory => ({ categoryId: newId() as CategoryId, name: '' });

interface Props {
  readonly boardId: string;
  readonly categories: readonly BoardCategory[];
  readonly isFull: boolean;
}

export function AddCategory({ boardId, categories, isFull }: Props) {
  const { port } = useBoardEditor();
  const key = `category.${boardId}`;
  const [typed, setTyped] = useState(() => readStored<TypedCategory>(key) ?? empty());
  useStored(key, typed);
  const { categoryId, name } = typed;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  /** Input typed while the answer was pending becomes the next category. */
  const settle = (added: string) =>
    setTyped((now) => ({ ...empty(), name: cleanText(now.name) === cleanText(added) ? '' : now.name }));
  // Added by a page that was closed before the answer arrived, or by a duplicated tab.
  const added = busy ? undefined : categories.find(({ id }) => id === categoryId);
  if (added) settle(added.name);

  const add = async () => {
    if (name.trim() === '') return setProblem(messageOf('category-name-required'));
    setBusy(true);
    const refused = await port.give({ type: 'addCategory', categoryId, name });
    setBusy(false);
    setProblem(refused?.text ?? null);
    if (!refused) settle(name);
  };

  return (
    <Form className={styles.add} onSubmit={add}>
      <TextField
        label={t('newCategory')}
        name="category"
        placeholder={t('newCategoryPlaceholder')}
        maxLength={CATEGORY_NAME_MAX_LENGTH}
        autoComplete="off"
        dir="auto"
        value={name}
        error={problem}
        onChange={(value) => {
          const name = value;
          setTyped((before) => ({ ...before, name }));
          setProblem(null);
        }}
      />
      <Button type="submit" variant="default" loading={busy} disabled={isFull}>
        {t('addCategory')}
      </Button>
      {isFull && <p className={styles.hint}>{t('full', { n: CATEGORIES_MAX })}</p>}
    </Form>
  );
}
