import type { ReactNode } from 'react';

interface AccessibleTextProps {
  /** Read by screen readers instead of `children`. */
  readonly text: string;
  readonly children: ReactNode;
}

/** For elements without a role, which must not have an `aria-label`. */
export const AccessibleText = ({ text, children }: AccessibleTextProps) => (
  <>
    <span className="sr-only">{text}</span>
    <span aria-hidden>{children}</span>
  </>
);

export interface Announcement {
  /** Another one for each announcement. */
  readonly id: number;
  readonly text: string;
}
interface AnnouncerProps {
  readonly announcement: { readonly id: Announcement['id'] | string; readonly text: string } | null;
  /** Waits until what is being read is over. */
  readonly polite?: boolean;
}

/** Screen readers read what is added, so equal texts in a row need another element. */
export const Announcer = ({ announcement, polite = false }: AnnouncerProps) => (
  <p className="sr-only" role="status" aria-live={polite ? 'polite' : 'assertive'}>
    {announcement && <span key={announcement.id}>{announcement.text}</span>}
  </p>
);
