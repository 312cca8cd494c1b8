import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { limited, toLength, toName } from './limited-text.js';
import styles from './form.module.css';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit(): unknown;
}

/** Errors are shown by the form, not by the browser. */
export const Form = ({ onSubmit, ...props }: FormProps) => (
  <form
    noValidate
    {...props}
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  />
);

interface Typed {
  readonly value: string;
  /** UTF-16 units; text is never cut within a character. */
  readonly maxLength?: number;
  onChange(value: string): void;
}

type TextFieldProps = Omit<TextInputProps, keyof Typed> & Typed;

export const TextField = ({ onChange, maxLength = Infinity, ...props }: TextFieldProps) => (
  <TextInput {...props} {...limited(toLength(maxLength), onChange)} />
);

export const TextArea = ({ onChange, maxLength = Infinity, ...props }: Omit<TextareaProps, keyof Typed> & Typed) => (
  <Textarea {...props} {...limited(toLength(maxLength), onChange)} />
);

/** A person's name, as long as the rules of the game accept it. */
export const NameField = ({ onChange, ...props }: Omit<TextFieldProps, 'maxLength'>) => (
  <TextInput autoComplete="nickname" {...props} {...limited(toName, onChange)} />
);

/** Always rendered, so that screen readers announce its text. */
export const FormError = ({ children }: { children: ReactNode }) => (
  <p className={styles.error} role="alert">
    {children}
  </p>
);
