import type { ErrorCode } from '@earworm/contracts';
import { type CategoryId, type Command, contentOf, type Medium, mediumOf, type QuestionId } from '@earworm/rules';

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
}

/** A live game or the draft of a template. The same object while the board is open. */
export interface BoardPort {
  /** Null when accepted. */
  readonly give: (edit: BoardEdit) => Promise<Refusal | null>;
  /**
   * Stops at the first refusal; `onDone` counts accepted edits. An edit with a known id counts as accepted: its answer
   * was lost.
   */
  readonly giveAll: (edits: readonly BoardEdit[], onDone?: (count: number) => void) => Promise<Refusal | null>;
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
