import { TextInput, type TextInputProps } from '@mantine/core';
import { NAME_MAX_LENGTH } from '@earworm/rules';
import type { ComponentProps, ReactNode } from 'react';
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

interface TextFieldProps extends Omit<TextInputProps, 'onChange'> {
  readonly value: string;
  onChange(value: string): void;
}

export const TextField = ({ onChange, ...props }: TextFieldProps) => (
  <TextInput {...props} onChange={(event) => onChange(event.currentTarget.value)} />
);

export const NameField = (props: TextFieldProps) => (
  <TextField maxLength={NAME_MAX_LENGTH} autoComplete="nickname" {...props} />
);

/** Always rendered, so that screen readers announce its text. */
export const FormError = ({ children }: { children: ReactNode }) => (
  <p className={styles.error} role="alert">
    {children}
  </p>
);
