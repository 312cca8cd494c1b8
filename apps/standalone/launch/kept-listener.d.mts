export interface Handle {
  close(): void;
}

/** A child process, as far as this uses it. */
export interface Sharing {
  send(message: string, handle: unknown, then: () => void): unknown;
  on(event: 'message', listener: (message: unknown, handle: Handle | undefined) => void): unknown;
}

export function keepListener(): {
  share(child: Sharing): void;
  close(): void;
  end(): void;
};
