import type { ErrorCode, TemplateSummary } from '@earworm/contracts';
import {
  type CategoryDraft,
  type CategoryId,
  type Command,
  contentOf,
  type Medium,
  mediumOf,
  type QuestionId,
} from '@earworm/rules';

export type QuestionFields = Extract<Command, { type: 'addQuestion' }>['question'];

export interface BoardQuestion extends QuestionFields {
  readonly id: QuestionId;
}

/** Immutable. */
export interface BoardCategory {
  readonly id: CategoryId;
  readonly name: string;
  readonly questions: readonly BoardQuestion[];
}

export type BoardEdit = Extract<
  Command,
  {
    type:
      | 'addCategory'
      | 'renameCategory'
      | 'moveCategory'
      | 'deleteCategory'
      | 'addQuestion'
      | 'updateQuestion'
      | 'moveQuestion'
      | 'deleteQuestion';
  }
>;

export interface Refusal {
  readonly code: ErrorCode;
  readonly text: string;
  /** Of the question or category that is at fault. */
  readonly id?: string | undefined;
}

/** A live game or the draft of a template. The same object while the board is open. */
export interface BoardPort {
  /** Null when accepted. */
  readonly give: (edit: BoardEdit) => Promise<Refusal | null>;
  /** All or nothing; sent again with the same `commandId`, it is added once. Categories that exist get the questions. */
  readonly addList: (categories: readonly CategoryDraft[], commandId: string) => Promise<Refusal | null>;
  /** As `addList`; the answers of another user's template are not shown. */
  readonly addTemplate: (
    template: TemplateSummary,
    commandId: string,
  ) => Promise<Refusal | { readonly questions: number }>;
  readonly versionNow: () => number;
  readonly takesIncomplete: boolean;
  /** Deletions need no confirmation. */
  readonly canUndo: boolean;
  readonly readOnly: boolean;
}

/** Null without a link and a clip. */
export function mediumOfQuestion(question: Pick<QuestionFields, 'youtubeLink' | 'clipId'>): Medium | null {
  const read = mediumOf(question);
  return 'refused' in read ? null : read.medium;
}

export const isComplete = (question: QuestionFields): boolean => !('refused' in contentOf(question));
