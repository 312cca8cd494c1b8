import type { ErrorCode } from '@earworm/contracts';
import { type CategoryId, type Command, contentOf, type Medium, mediumOf, type QuestionId } from '@earworm/rules';

/** Every field of a question as typed. */
export type QuestionFields = Extract<Command, { type: 'addQuestion' }>['question'];

export interface BoardQuestion extends QuestionFields {
  readonly id: QuestionId;
}

/** A column of a board. Neither it nor its questions change in place. */
export interface BoardCategory {
  readonly id: CategoryId;
  readonly name: string;
  readonly questions: readonly BoardQuestion[];
}

/** What the editor does to a board: the commands of a game that is set up. */
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

/** Where edits go: to a live game, or into the draft of a template. The same object for as long as the board is open. */
export interface BoardPort {
  /** Applies one edit; null when it was accepted, else why not. */
  readonly give: (edit: BoardEdit) => Promise<Refusal | null>;
  /**
   * Applies edits in order and stops at the first that is refused. `onDone` counts what was accepted. An edit whose id is
   * already there counts as accepted: it was sent before and its answer was lost.
   */
  readonly giveAll: (edits: readonly BoardEdit[], onDone?: (count: number) => void) => Promise<Refusal | null>;
  /** The version that an edit is based on, asked for when it begins. */
  readonly versionNow: () => number;
  /** Questions may lack a link or an answer for now. */
  readonly takesIncomplete: boolean;
  /** Every edit can be undone, so nothing is asked before a deletion. */
  readonly canUndo: boolean;
  readonly readOnly: boolean;
}

/** What a question plays; null while it has neither a link to a video nor a clip. */
export function heardOf(question: Pick<QuestionFields, 'youtubeLink' | 'clipId'>): Medium | null {
  const read = mediumOf(question);
  return 'refused' in read ? null : read.medium;
}

export const isComplete = (question: QuestionFields): boolean => !('refused' in contentOf(question));
