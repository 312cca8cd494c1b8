import type { ReactNode } from 'react';

interface Props {
  /** Read by screen readers instead of `children`. */
  readonly text: string;
  readonly children: ReactNode;
}

/** For elements without a role, which must not have an `aria-label`. */
export const AccessibleText = ({ text, children }: Props) => (
  <>
    <span className="sr-only">{text}</span>
    <span aria-hidden>{children}</span>
  </>
);
