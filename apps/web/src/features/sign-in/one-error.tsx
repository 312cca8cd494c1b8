import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface Shown {
  readonly at: string;
  readonly text: string;
}

interface OneError {
  readonly shown: Shown | null;
  show(next: Shown | null): void;
}

const Context = createContext<OneError | null>(null);

/** One error at a time for all forms inside. */
export function OneErrorAtATime({ children }: { children: ReactNode }) {
  const [shown, show] = useState<Shown | null>(null);
  const value = useMemo(() => ({ shown, show }), [shown]);
  return <Context value={value}>{children}</Context>;
}

export function useOneError(): OneError {
  const value = useContext(Context);
  if (value === null) throw new Error('a form that shows errors is drawn outside of OneErrorAtATime');
  return value;
}
