export interface Announcement {
  /** Another one for each announcement. */
  readonly id: number;
  readonly text: string;
}

/** Screen readers read what is added, so equal texts in a row need another element. */
export const Announcer = ({ announcement }: { announcement: Announcement | null }) => (
  <p className="sr-only" role="status" aria-live="assertive">
    {announcement && <span key={announcement.id}>{announcement.text}</span>}
  </p>
);
