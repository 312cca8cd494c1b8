/** The browser that something happens on, by the id in its cookie; null: it has shown none. */
export type Device = string | null;

/** What somebody who wants an account has typed, and who they are so far. */
export interface SignUp {
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
  readonly device: Device;
  /** Verified user id of the guest who signs up; null: signed in as no guest. */
  readonly guest: string | null;
}
