import type { ChangeEvent, CompositionEvent } from 'react';
import { cutName, cutText } from '@earworm/rules';

type Field = HTMLInputElement | HTMLTextAreaElement;
/** The longest beginning of a text that has room together with `end`. */
type Cut = (text: string, end: string) => string;

export const toLength =
  (max: number): Cut =>
  (text, end) =>
    cutText(text, Math.max(0, max - end.length));
export const toName: Cut = cutName;

/**
 * In place of `maxlength`, which counts UTF-16 units and cuts emoji in pieces. What was typed too much is cut before the
 * caret, so that nothing after it is lost. Text that an input method still composes stays as it is until it is committed.
 */
export function limited(cut: Cut, onChange: (text: string) => void) {
  const take = (field: Field) => {
    const { value } = field;
    const caret = field.selectionStart ?? value.length;
    const begin = cut(value.slice(0, caret), value.slice(caret));
    const kept = cut(begin + value.slice(caret), '');
    if (kept !== value) {
      // Before React writes it, which would put the caret at the end.
      field.value = kept;
      if (field.selectionStart !== null) field.setSelectionRange(begin.length, begin.length);
    }
    onChange(kept);
  };
  return {
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<Field>) =>
      nativeEvent instanceof InputEvent && nativeEvent.isComposing
        ? onChange(currentTarget.value)
        : take(currentTarget),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Field>) => take(currentTarget),
  };
}
