import type { TemplateContent } from '@earworm/contracts';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { PageTitle } from '../../ui/page-title.js';
import { AboutPanel } from './about-panel.js';
import { CategoryList } from './category-list.js';
import { CategoryPanel } from './category-panel.js';
import { ConflictDialog } from './conflict-dialog.js';
import type { Editor } from './editor.js';
import { EditorBar } from './editor-bar.js';
import styles from './editor.module.css';
import { openIn } from './problems.js';
import { t } from './texts.js';

interface Props {
  readonly editor: StoreApi<Editor>;
  readonly content: TemplateContent;
}

/** Undo and redo as everywhere: also while a field is focused, because a field's own undo knows only itself. */
function useUndoKeys(editor: StoreApi<Editor>, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!isRedo && key !== 'z') return;
      // A dialog's own fields are not the template's.
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
      event.preventDefault();
      if (isRedo) editor.getState().redo();
      else editor.getState().undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [editor, on]);
}

export function EditorDesk({ editor, content }: Props) {
  const draft = useStore(editor, ({ timeline }) => timeline.present);
  const conflict = useStore(editor, (state) => state.conflict);
  const edit = editor.getState().edit;
  const [picked, setPicked] = useState<string | null>(draft.categories[0]?.categoryId ?? null);
  const { categories, facts } = draft;
  const found = categories.findIndex(({ categoryId }) => categoryId === picked);
  // Its neighbour takes the place of a category that is gone.
  const index = found >= 0 ? found : Math.min(0, categories.length - 1);
  const category = categories[index];
  // A letter is drawn in its field first; the list beside it and the count of what is open follow.
  const settled = useDeferredValue(categories);
  const pickNeighbour = useCallback(
    (gone: string) => {
      const all = editor.getState().timeline.present.categories;
      const at = all.findIndex(({ categoryId }) => categoryId === gone);
      setPicked((all[at + 1] ?? all[at - 1])?.categoryId ?? null);
    },
    [editor],
  );
  const open = useMemo(() => settled.reduce((sum, each) => sum + openIn(each), 0), [settled]);
  useUndoKeys(editor, content.mine);

  return (
    <div className={styles.page}>
      <PageTitle text={facts.title || t('page')} />
      <h1 className="sr-only">{t('page')}</h1>
      {!content.mine && <p className={styles.banner}>{t('readOnly')}</p>}
      <EditorBar editor={editor} content={content} open={open} />
      <fieldset className={styles.body} disabled={!content.mine}>
        <legend className="sr-only">{t('categories')}</legend>
        <AboutPanel facts={facts} edit={edit} />
        <div className={styles.desk}>
          <CategoryList categories={settled} picked={category?.categoryId ?? null} onPick={setPicked} edit={edit} />
          {category && (
            <CategoryPanel
              key={category.categoryId}
              category={category}
              index={index}
              categories={categories}
              edit={edit}
              onGone={pickNeighbour}
            />
          )}
        </div>
      </fieldset>
      {conflict && <ConflictDialog key={conflict.id} editor={editor} conflict={conflict} />}
    </div>
  );
}
