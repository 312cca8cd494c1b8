import type { Medium } from '@earworm/rules';
import { createContext, useContext } from 'react';
import type { BoardEdit, BoardPort } from '../live/board.js';

export interface Song {
  readonly name: string;
  readonly medium: Medium;
}

/** What every part of the editor shares. It stays the same object, so that nothing is drawn again because of it. */
export interface EditorContext {
  readonly port: BoardPort;
  /** For buttons without a place for a sentence: a refusal passes by at the top of the screen. True when accepted. */
  readonly giveAndSay: (edit: BoardEdit) => Promise<boolean>;
  readonly onListen: (song: Song) => void;
}

export const BoardEditorContext = createContext<EditorContext | null>(null);

export function useBoardEditor(): EditorContext {
  const context = useContext(BoardEditorContext);
  if (context === null) throw new Error('This is a part of the board editor.');
  return context;
}
