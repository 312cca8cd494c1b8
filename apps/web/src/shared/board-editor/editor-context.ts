import type { Medium } from '@earworm/rules';
import { createContext, useContext } from 'react';
import type { BoardEdit, BoardPort } from '../live/board.js';

export interface Song {
  readonly name: string;
  readonly medium: Medium;
}

/** Stays the same object, to avoid rendering. */
export interface EditorContext {
  readonly port: BoardPort;
  /** Shows a refusal as a notification. True when accepted. */
  readonly giveOrNotify: (edit: BoardEdit) => Promise<boolean>;
  readonly onListen: (song: Song) => void;
}

export const BoardEditorContext = createContext<EditorContext | null>(null);

export function useBoardEditor(): EditorContext {
  const context = useContext(BoardEditorContext);
  if (context === null) throw new Error('rendered outside of the board editor');
  return context;
}
