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

/** Always rendered, so that screen readers announce its text. */
export const FormError = ({ children }: { children: ReactNode }) => (
  <p className={styles.error} role="alert">
    {children}
  </p>
);
