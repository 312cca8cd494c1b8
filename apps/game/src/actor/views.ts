import { seatOf, viewOf, type Game, type UserId, type ViewKind } from '@earworm/rules';
import type { Position } from './rehydrate.js';

/** Views as JSON text, encoded once per kind and version. */
export class ViewTexts {
  private version = -1;
  private texts = new Map<ViewKind, string>();

  /** Of the texts that are kept. */
  get characters(): number {
    let sum = 0;
    for (const text of this.texts.values()) sum += text.length;
    return sum;
  }

  of(position: Position, game: Game, kind: ViewKind): string {
    if (position.version !== this.version) {
      this.texts = new Map();
      this.version = position.version;
    }
    let text = this.texts.get(kind);
    if (text === undefined) this.texts.set(kind, (text = JSON.stringify(viewOf(game, kind))));
    return text;
  }

  /** Texts of an earlier version, or that were not requested lately. */
  forget(): void {
    if (this.texts.size > 0) this.texts = new Map();
  }
}

/** JSON text of one user's own seat; 'null' when there is none. */
export const seatText = (game: Game, userId: UserId | null): string =>
  JSON.stringify(userId === null ? null : seatOf(game, userId));
