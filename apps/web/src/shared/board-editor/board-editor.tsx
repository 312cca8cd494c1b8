import { Button } from '@mantine/core';
import { CATEGORIES_MAX, type CategoryId, type QuestionId } from '@earworm/rules';
import { IconArrowsSort, IconClipboardList, IconLayoutGridAdd } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { notify } from '../../platform/notifications/notify.js';
import { EmptyState } from '../ui/empty-state.js';
import { lazyDialog } from '../ui/lazy-dialog.js';
import { AddCategory } from './add-category.js';
import { ArrangeDialog } from './arrange-dialog.js';
import type { BoardPort } from '../live/board.js';
import type { BoardCards } from './board-cards.js';
import styles from './board-editor.module.css';
import { CategoryCard } from './category-card.js';
import { ListDialog } from './category-questions.js';
import { BoardEditorContext, type EditorContext, type Song } from './editor-context.js';
import { ListenDialog } from './listen-dialog.js';
import { MoveDialog } from './move-dialog.js';
import { t } from './texts.js';

const LoadDialog = lazyDialog(
  () => import('./load-dialog.js'),
  (module) => module.LoadDialog,
);

type Opened = 'arrange' | 'load' | 'list';

interface Props {
  readonly boardId: string;
  readonly cards: BoardCards;
  readonly port: BoardPort;
  /** Not offered to be loaded into itself. */
  readonly templateId?: string;
  readonly children?: ReactNode;
}

export function BoardEditor({ boardId, cards, port, templateId, children }: Props) {
  const { categories, visible, onTyping } = cards;
  const [song, setSong] = useState<Song | null>(null);
  const [moving, setMoving] = useState<{ categoryId: CategoryId; questionId: QuestionId } | null>(null);
  const [dialog, setDialog] = useState<Opened | null>(null);
  const context = useMemo<EditorContext>(
    () => ({
      port,
      giveOrNotify: async (edit) => {
        const refusal = await port.give(edit);
        if (refusal) await notify(refusal.text, 'error');
        return refusal === null;
      },
      onListen: setSong,
    }),
    [port],
  );
  const close = () => setDialog(null);
  const isFull = categories.length >= CATEGORIES_MAX;
  return (
    <BoardEditorContext value={context}>
      <section className={styles.categories} aria-label={t('categories')}>
        {visible.length === 0 && (
          <EmptyState title={t('noCategories')} hint={port.readOnly ? '' : t('noCategoriesHint')} />
        )}
        {visible.map((category) => {
          const order = categories.indexOf(category);
          return (
            <CategoryCard
              key={category.id}
              category={category}
              order={order}
              last={order === categories.length - 1}
              gone={order < 0}
              onTyping={onTyping}
              onMoveAway={setMoving}
            />
          );
        })}
      </section>
      {!port.readOnly && <AddCategory boardId={boardId} categories={categories} isFull={isFull} />}
      <div className={styles.tools}>
        {!port.readOnly && (
          <Button
            variant={categories.length === 0 ? 'filled' : 'default'}
            leftSection={<IconClipboardList size={20} aria-hidden />}
            disabled={isFull}
            onClick={() => setDialog('list')}
          >
            {t('list')}
          </Button>
        )}
        {!port.readOnly && (
          <Button
            variant="default"
            leftSection={<IconLayoutGridAdd size={20} aria-hidden />}
            disabled={isFull}
            onClick={() => setDialog('load')}
          >
            {t('load')}
          </Button>
        )}
        {categories.length > 1 && (
          <Button
            variant="default"
            leftSection={<IconArrowsSort size={20} aria-hidden />}
            onClick={() => setDialog('arrange')}
          >
            {t('arrange')}
          </Button>
        )}
        {children}
      </div>
      <ListenDialog song={song} onClose={() => setSong(null)} />
      <ArrangeDialog opened={dialog === 'arrange'} categories={categories} onClose={close} />
      {moving && <MoveDialog {...moving} categories={categories} onClose={() => setMoving(null)} />}
      <ListDialog boardId={boardId} opened={dialog === 'list'} onClose={close} />
      <LoadDialog opened={dialog === 'load'} categories={categories} exceptId={templateId} onClose={close} />
    </BoardEditorContext>
  );
}
