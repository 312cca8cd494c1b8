import type { StoreApi } from 'zustand';
import { newId } from '@earworm/client';
import { RefusedError, type TemplateContent, type TemplateId, type TemplateSummary } from '@earworm/contracts';
import type { CategoryDraft, CategoryId, QuestionId } from '@earworm/rules';
import { http } from '../../platform/http/http.js';
import { nameOf } from '../../shared/board-editor/board-cards.js';
import { messageOf } from '../../platform/i18n/t.js';
import type { BoardPort } from '../../shared/live/board.js';
import { applyEdit, type Edited, withList } from './draft-edit.js';
import type { Editor } from './editor.js';

export function draftPort(editor: StoreApi<Editor>, isMine: boolean): BoardPort {
  const refusalOf = (edited: Edited) =>
    'refused' in edited ? { code: edited.refused, text: messageOf(edited.refused, edited.params) } : null;
  const addList: BoardPort['addList'] = (categories) => {
    const edited = withList(editor.getState().timeline.present, categories);
    if ('draft' in edited) editor.getState().edit(() => edited.draft);
    return Promise.resolve(refusalOf(edited));
  };
  return {
    give: async (edit) => {
      const edited = applyEdit(editor.getState().timeline.present, edit);
      if ('draft' in edited) editor.getState().edit(() => edited.draft);
      return refusalOf(edited);
    },
    addList,
    addTemplate: async (template, commandId) => {
      try {
        const { categories } = await contentOf(template, commandId);
        const refused = await addList(withNewIds(categories), commandId);
        return refused ?? { questions: categories.reduce((sum, { questions }) => sum + questions.length, 0) };
      } catch (error) {
        const { code, params } = error instanceof RefusedError ? error : new RefusedError('unavailable');
        return { code, text: messageOf(code, params) };
      }
    },
    // Conflicts are found when the template is saved.
    versionNow: () => 0,
    takesIncomplete: true,
    canUndo: true,
    readOnly: !isMine,
  };
}

/** The answers of another user's template are only in a copy, which is deleted at once. */
async function contentOf({ templateId, mine }: TemplateSummary, copyId: string): Promise<TemplateContent> {
  if (mine) return http.call('readTemplateContent', { params: { templateId } });
  const params = { templateId: copyId as TemplateId };
  await http.call('copyTemplate', { params: { templateId }, body: { copyId: params.templateId } });
  try {
    return await http.call('readTemplateContent', { params });
  } finally {
    await http.call('deleteTemplate', { params });
  }
}

const withNewIds = (categories: readonly CategoryDraft[]): CategoryDraft[] =>
  categories.map((category, index) => ({
    categoryId: newId() as CategoryId,
    name: nameOf(category, index),
    questions: category.questions.map((question) => ({ ...question, questionId: newId() as QuestionId })),
  }));
