import { newId } from '@earworm/client';
import type { CategoryDraft } from '@earworm/rules';
import { useRef } from 'react';
import { notify } from '../../platform/notifications/notify.js';
import type { BoardCategory, BoardPort } from '../live/board.js';
import { type ConfirmedList, ListImport } from '../list-import/list-import.js';
import { Dialog } from '../ui/dialog.js';
import { useBoardEditor } from './editor-context.js';
import { t } from './texts.js';

interface Props {
  readonly boardId: string;
  /** Absent: the list brings its own categories. */
  readonly category?: BoardCategory;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ListDialog({ boardId, category, opened, onClose }: Props) {
  const { port } = useBoardEditor();
  const add = useAddOnce(port);
  const confirm = async ({ categories, questions }: ConfirmedList) => {
    const refused = await add(categories);
    if (refused === null) await notify(t('listAdded', { count: questions }), 'success');
    return refused;
  };
  const points = category?.questions.map((question) => question.points) ?? [];
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={category === undefined ? t('list') : t('listInto', { name: category.name })}
      size="xl"
    >
      <ListImport
        storageKey={`list.${category?.id ?? boardId}`}
        takesIncomplete={port.takesIncomplete}
        into={category && { categoryId: category.id, name: category.name || t('unnamed', { n: 1 }), points }}
        onConfirm={confirm}
        onDone={onClose}
      />
    </Dialog>
  );
}

/** The same list sent again, after a lost answer, is the same command. */
function useAddOnce(port: BoardPort) {
  const last = useRef({ list: '', commandId: '' });
  return (categories: readonly CategoryDraft[]) => {
    const list = JSON.stringify(categories);
    if (last.current.list !== list) last.current = { list, commandId: newId() };
    return port.addList(categories, last.current.commandId);
  };
}
