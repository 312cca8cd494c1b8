import { GAME_CODE_LENGTH } from '@earworm/rules';
import { useId, useState } from 'react';
import styles from './code-field.module.css';
import { codeIn, isPlainCode } from './game-code.js';
import { t } from './texts.js';

interface Props {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error: string | null;
  readonly autoFocus: boolean;
}

/** Before React writes the code: it would put the caret at the end. */
function write(input: HTMLInputElement, code: string): void {
  const { selectionStart, value } = input;
  input.value = code;
  if (code.length === value.length) input.setSelectionRange(selectionStart, selectionStart);
}

/** One input over six boxes. No maxlength: it would cut a pasted link. */
export function CodeField({ value, onChange, error, autoFocus }: Props) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  /** What is in the input: text that a keyboard is still composing, or a code in small letters. */
  const [typed, setTyped] = useState(value);
  const take = (input: HTMLInputElement, isComposing: boolean) => {
    const code = codeIn(input.value);
    // A keyboard that composes whole words would repeat what is rewritten below it.
    if (!isComposing && !isPlainCode(input.value)) write(input, code);
    setTyped(input.value);
    onChange(code);
  };
  const boxes = Array.from({ length: GAME_CODE_LENGTH }, (_, at) => value[at] ?? '');
  return (
    <div className={styles.field} data-tip="code" data-error={error !== null || undefined}>
      <label className={styles.label} htmlFor={id}>
        {t('gameCode')}
      </label>
      <div className={styles.boxes}>
        {boxes.map((letter, at) => (
          <span
            key={at}
            aria-hidden
            className={styles.box}
            data-next={(focused && at === Math.min(value.length, GAME_CODE_LENGTH - 1)) || undefined}
            data-filled={letter !== '' || undefined}
          >
            {letter}
          </span>
        ))}
        <input
          id={id}
          name="gameCode"
          className={styles.input}
          value={codeIn(typed) === value ? typed : value}
          onChange={({ currentTarget, nativeEvent }) =>
            take(currentTarget, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
          }
          onCompositionEnd={({ currentTarget }) => take(currentTarget, false)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          autoFocus={autoFocus}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          inputMode="text"
          enterKeyHint="next"
          aria-invalid={error !== null}
          aria-describedby={`${id}-hint`}
        />
      </div>
      <p id={`${id}-hint`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error ?? t('codeHint')}
      </p>
    </div>
  );
}
