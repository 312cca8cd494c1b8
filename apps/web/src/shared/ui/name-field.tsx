import { type ComponentProps, useId } from 'react';
import controls from '../../platform/theme/controls.module.css';
import { limited, toName } from './limited-text.js';
import styles from './name-field.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'maxLength' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly error?: string | null | undefined;
  onChange(name: string): void;
}

/** A person's name, as long as the rules of the game accept it. */
export function NameField({ label, error = null, onChange, ...props }: Props) {
  const id = useId();
  const hasError = error !== null && error !== '';
  return (
    <div className={styles.field}>
      <label className={`${styles.label} ${controls.label}`} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        autoComplete="nickname"
        {...props}
        {...limited(toName, onChange)}
        className={`${styles.input} ${controls.input}`}
        data-error={hasError || undefined}
        aria-invalid={hasError || undefined}
        aria-describedby={hasError ? `${id}-error` : undefined}
      />
      {hasError && (
        <p id={`${id}-error`} className={`${styles.error} ${controls.error}`}>
          {error}
        </p>
      )}
    </div>
  );
}
