import { UnstyledButton } from '@mantine/core';
import type { CategoryId } from '@earworm/rules';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import type { BoardCategory } from '../live/board.js';
import styles from './board-editor.module.css';
import { cardId } from './category-card.js';
import { nameOf } from './board-cards.js';
import { useBoardEditor } from './editor-context.js';
import { openIn } from './problems.js';
import { Sorting, useGrip } from './sorting.js';
import { t } from './texts.js';
import { Dialog } from '../ui/dialog.js';

const ROW_PX = 58;

interface RowProps {
  readonly category: BoardCategory;
  readonly index: number;
  readonly top: number;
  readonly onMove: (to: number) => void;
  readonly onPick: () => void;
}

function Row({ category, index, top, onMove, onPick }: RowProps) {
  const { port } = useBoardEditor();
  const { id, questions } = category;
  const name = nameOf(category, index);
  const open = port.takesIncomplete ? openIn(category) : 0;
  const { place, style, handle } = useGrip(id, t('dragCategory', { name }), (by) => onMove(index + by));
  return (
    <li ref={place} className={styles.row} style={{ ...style, top, height: ROW_PX }}>
      {!port.readOnly && handle}
      <UnstyledButton className={styles.rowButton} onClick={onPick}>
        <span className={styles.rowName} dir="auto">
          {name}
        </span>
        <span className={styles.rowCount}>
          {t('questions', { count: questions.length })}
          {open > 0 && <b>{` · ${t('toFix', { count: open })}`}</b>}
        </span>
      </UnstyledButton>
    </li>
  );
}

interface Props {
  readonly opened: boolean;
  readonly categories: readonly BoardCategory[];
  readonly onClose: () => void;
}

export function ArrangeDialog({ opened, categories, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('arrange')} returnFocus={false}>
      <List categories={categories} onClose={onClose} />
    </Dialog>
  );
}

/** Renders only visible rows. */
function List({ categories, onClose }: Omit<Props, 'opened'>) {
  const { giveOrNotify } = useBoardEditor();
  // A modal mounts its content later; the list is measured then.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const rows = useVirtualizer({
    count: categories.length,
    getScrollElement: () => frame,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => categories[index]?.id ?? index,
    overscan: 8,
  });
  const ids = categories.map(({ id }) => id as string);
  const move = (id: string, to: number) => {
    const order = Math.min(Math.max(to, 0), ids.length - 1);
    if (ids[order] !== id) void giveOrNotify({ type: 'moveCategory', categoryId: id as CategoryId, order });
  };
  const pick = (id: CategoryId) => {
    onClose();
    const card = document.getElementById(cardId(id));
    card?.scrollIntoView({ block: 'start' });
    card?.focus({ preventScroll: true });
  };
  return (
    <div ref={setFrame} className={styles.frame} tabIndex={-1}>
      <Sorting
        ids={ids}
        nameOf={(id) => {
          const at = ids.indexOf(id);
          const category = categories[at];
          return category ? nameOf(category, at) : '';
        }}
        onMove={move}
      >
        <ul className={styles.list} style={{ height: rows.getTotalSize() }} aria-label={t('categories')}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const category = categories[index];
            return (
              category && (
                <Row
                  key={category.id}
                  category={category}
                  index={index}
                  top={start}
                  onMove={(to) => move(category.id, to)}
                  onPick={() => pick(category.id)}
                />
              )
            );
          })}
        </ul>
      </Sorting>
    </div>
  );
}
