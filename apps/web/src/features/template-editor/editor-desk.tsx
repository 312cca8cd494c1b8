import type { TemplateContent } from '@earworm/contracts';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { useBoardCards } from '../../shared/board-editor/board-cards.js';
import { BoardEditor } from '../../shared/board-editor/board-editor.js';
import { openIn } from '../../shared/board-editor/problems.js';
import { SoundCheck } from '../../shared/board-editor/sound-check.js';
import { PageTitle } from '../../shared/ui/page.js';
import { AboutPanel } from './about-panel.js';
import { ConflictDialog } from './conflict-dialog.js';
import { boardOfDraft } from './draft-edit.js';
import { draftPort } from './draft-port.js';
import type { Editor } from './editor.js';
import { EditorBar } from './editor-bar.js';
import styles from './editor.module.css';
import { t } from './texts.js';

interface Props {
  readonly editor: StoreApi<Editor>;
  readonly content: TemplateContent;
}

/** Text fields of open forms keep their own undo. */
function useUndoKeys(editor: StoreApi<Editor>, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!isRedo && key !== 'z') return;
      if (event.target instanceof Element && event.target.closest('form, [role="dialog"]')) return;
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
  const { categories, facts } = draft;
  const cards = useBoardCards(boardOfDraft(categories));
  const port = useMemo(() => draftPort(editor, content.mine), [editor, content.mine]);
  const settled = useDeferredValue(cards.categories);
  const open = useMemo(() => settled.reduce((sum, each) => sum + openIn(each), 0), [settled]);
  useUndoKeys(editor, content.mine);

  return (
    <div className={styles.page}>
      <PageTitle text={facts.title || t('page')} />
      <h1 className="sr-only">{t('page')}</h1>
      {!content.mine && <p className={styles.banner}>{t('readOnly')}</p>}
      <EditorBar editor={editor} content={content} open={open} />
      <fieldset className={styles.about} disabled={!content.mine} aria-label={t('about')}>
        <AboutPanel facts={facts} edit={edit} />
      </fieldset>
      <div className={styles.board}>
        <BoardEditor boardId={content.templateId} templateId={content.templateId} cards={cards} port={port}>
          <SoundCheck categories={cards.categories} />
        </BoardEditor>
      </div>
      {conflict && <ConflictDialog key={conflict.id} editor={editor} conflict={conflict} />}
    </div>
  );
}
