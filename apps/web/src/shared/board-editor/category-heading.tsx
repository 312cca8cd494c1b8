import { ActionIcon, Button } from '@mantine/core';
import { CATEGORY_NAME_MAX_LENGTH, cleanText, type Version } from '@earworm/rules';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { removeStored, readStored, useStored } from '../live/stored.js';
import { messageOf } from '../../platform/i18n/t.js';
import type { BoardCategory } from '../live/board.js';
import styles from './category-card.module.css';
import { nameOf } from './board-cards.js';
import { useBoardEditor } from './editor-context.js';
import { openIn } from './problems.js';
import { t } from './texts.js';
import { Form } from '../ui/form.js';
import { TextField } from '../ui/text-fields.js';

interface Props {
  readonly category: BoardCategory;
  readonly order: number;
  readonly last: boolean;
  readonly renaming: boolean;
  readonly setRenaming: (renaming: boolean) => void;
  readonly gone: boolean;
  readonly onDelete: () => void;
}

interface TypedName {
  readonly name: string;
  readonly basedOn: number;
}

const nameKey = ({ id }: BoardCategory) => `rename.${id}`;

/** Null when the category has that name by now. */
export function storedName(category: BoardCategory): TypedName | null {
  const stored = readStored<TypedName>(nameKey(category));
  if (stored === null || cleanText(stored.name) !== category.name) return stored;
  removeStored(nameKey(category));
  return null;
}

function RenameForm({ category, gone, onDone }: Pick<Props, 'category' | 'gone'> & { onDone: () => void }) {
  const { give, versionNow } = useBoardEditor().port;
  const [begun] = useState<TypedName>(() => storedName(category) ?? { name: category.name, basedOn: versionNow() });
  const [typed, setTyped] = useState(begun);
  const forget = useStored(nameKey(category), typed === begun ? null : typed);
  const [busy, setBusy] = useState(false);
  const { name, basedOn } = typed;
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = () => {
    forget();
    onDone();
  };
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const categoryId = category.id;
    const refused = await give(
      gone
        ? { type: 'addCategory', categoryId, name }
        : { type: 'renameCategory', categoryId, name, basedOn: basedOn as Version },
    );
    setBusy(false);
    setRefusal(refused?.text ?? null);
    if (refused?.code === 'stale-edit') {
      setTyped({ name, basedOn: versionNow() });
      setRefusal(`${refused.text} ${t('renamedMeanwhile', { name: category.name })}`);
    }
    if (!refused) close();
  };
  return (
    <Form className={styles.rename} onSubmit={save}>
      <TextField
        aria-label={t('renameLabel')}
        dir="auto"
        autoFocus
        maxLength={CATEGORY_NAME_MAX_LENGTH}
        value={name}
        readOnly={busy}
        error={refusal}
        onChange={(name) => setTyped({ name, basedOn })}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <Button type="submit" loading={busy}>
        {t('save')}
      </Button>
      <Button variant="default" onClick={close}>
        {t('cancel')}
      </Button>
    </Form>
  );
}

export function CategoryHeading(props: Props) {
  const { category, order, last, renaming, setRenaming, gone, onDelete } = props;
  const { port, giveOrNotify } = useBoardEditor();
  const { id: categoryId } = category;
  const name = nameOf(category, order);
  const open = port.takesIncomplete ? openIn(category) : 0;
  if (renaming) return <RenameForm category={category} gone={gone} onDone={() => setRenaming(false)} />;
  const move = (to: number) => void giveOrNotify({ type: 'moveCategory', categoryId, order: to });
  return (
    <div className={styles.heading}>
      <div className={styles.named}>
        <h2 className={styles.name} dir="auto">
          {name}
        </h2>
        {!gone && (
          <span className={styles.count}>
            {t('questions', { count: category.questions.length })}
            {open > 0 && <b>{` · ${t('toFix', { count: open })}`}</b>}
          </span>
        )}
        {port.takesIncomplete && category.name.trim() === '' && (
          <span className={styles.problem}>{messageOf('category-name-required')}</span>
        )}
      </div>
      {!gone && !port.readOnly && (
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
      )}
    </div>
  );
}
