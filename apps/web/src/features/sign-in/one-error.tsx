import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface Shown {
  /** The form, field or button that it is shown at. */
  readonly at: string;
  readonly text: string;
}

interface OneError {
  readonly shown: Shown | null;
  show(next: Shown | null): void;
}

const Context = createContext<OneError | null>(null);

/** What its forms and buttons have to complain of is shown one at a time, wherever it comes from. */
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
