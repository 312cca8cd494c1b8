import type { StoreApi } from 'zustand';
import { messageOf } from '../../platform/i18n/t.js';
import type { BoardEdit, BoardPort } from '../../shared/live/board.js';
import { applyEdit, type Edited } from './draft-edit.js';
import type { Editor } from './editor.js';

export function draftPort(editor: StoreApi<Editor>, isMine: boolean): BoardPort {
  const refusalOf = (edited: Edited) =>
    'refused' in edited ? { code: edited.refused, text: messageOf(edited.refused, edited.params) } : null;
  const giveAll = async (edits: readonly BoardEdit[], onDone?: (count: number) => void) => {
    let draft = editor.getState().timeline.present;
    let refusal: ReturnType<typeof refusalOf> = null;
    let count = 0;
    for (const edit of edits) {
      const edited = applyEdit(draft, edit);
      refusal = refusalOf(edited);
      if (refusal?.code === 'id-taken') refusal = null;
      if (refusal) break;
      if ('draft' in edited) draft = edited.draft;
      count += 1;
    }
    editor.getState().edit(() => draft);
    onDone?.(count);
    return refusal;
  };
  return {
    give: async (edit) => {
      const edited = applyEdit(editor.getState().timeline.present, edit);
      if ('draft' in edited) editor.getState().edit(() => edited.draft);
      return refusalOf(edited);
    },
    giveAll,
    // Conflicts are found when the template is saved.
    versionNow: () => 0,
    takesIncomplete: true,
    canUndo: true,
    readOnly: !isMine,
  };
}
