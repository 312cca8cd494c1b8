import { Button, TextInput } from '@mantine/core';
import { newId } from '@earworm/client';
import { messageOf } from '../../i18n/message.js';
import { CATEGORY_NAME_MAX_LENGTH, type CategoryId } from '@earworm/rules';
import { type SubmitEvent, useState } from 'react';
import styles from './setup-desk.module.css';
import { t } from './texts.js';
import type { Give } from './use-edits.js';

export function AddCategory({ give }: { give: Give }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const add = async () => {
    if (name.trim() === '') return setProblem(messageOf('category-name-required'));
    setBusy(true);
    const refused = await give({ type: 'addCategory', categoryId: newId() as CategoryId, name });
    setBusy(false);
    setProblem(refused);
    if (!refused) setName('');
  };

  return (
    <form
      className={styles.add}
      noValidate
      onSubmit={(attempt: SubmitEvent) => {
        attempt.preventDefault();
        void add();
      }}
    >
      <TextInput
        label={t('newCategory')}
        name="category"
        placeholder={t('newCategoryPlaceholder')}
        maxLength={CATEGORY_NAME_MAX_LENGTH}
        autoComplete="off"
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Button type="submit" variant="default" loading={busy}>
        {t('addCategory')}
      </Button>
    </form>
  );
}
