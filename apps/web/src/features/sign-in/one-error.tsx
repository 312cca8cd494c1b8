import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface FormError {
  readonly at: string;
  readonly text: string;
}

interface OneError {
  readonly formError: FormError | null;
  show(next: FormError | null): void;
}

const Context = createContext<OneError | null>(null);

/** One error at a time for all forms inside. */
export function OneErrorAtATime({ children }: { children: ReactNode }) {
  const [formError, show] = useState<FormError | null>(null);
  const value = useMemo(() => ({ formError, show }), [formError]);
  return <Context value={value}>{children}</Context>;
}

export function useOneError(): OneError {
  const value = useContext(Context);
  if (value === null) throw new Error('rendered outside of OneErrorAtATime');
  return value;
}
