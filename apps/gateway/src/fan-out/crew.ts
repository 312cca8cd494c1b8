import { canJudge, membersOf, needsDesk, type WithCrew } from '@earworm/contracts';
import type { Snapshot } from './snapshots.js';

/** The crew as the owner tells it beside a view, of which a gateway reads nothing. */
export const crewOf = ({ moderatorId, crew }: Pick<Snapshot, 'moderatorId' | 'crew'>): WithCrew => ({
  ...{ moderatorId, moderatorName: '', moderatorLeft: false, createdAt: 0 },
  ...(crew && { crew }),
});

/** Members of a crew as presence counts them. */
export interface CrewPresence {
  /** All of them, if there are others than the owner. */
  readonly listed: readonly string[];
  /** They are not counted as players. */
  readonly atDesks: readonly string[];
  /** With one of them connected, the game has a moderator. */
  readonly judges: readonly string[];
}

function crewPresenceOf(crew: WithCrew): CrewPresence {
  const members = membersOf(crew);
  const ids = (some: typeof members) => some.map(({ id }) => id);
  return {
    listed: crew.crew === undefined ? [] : ids(members),
    atDesks: ids(members.filter(({ rights }) => needsDesk(rights))),
    judges: ids(members.filter(canJudge)),
  };
}

export interface TrackedCrewDependencies {
  /** Reads a snapshot of at least the wanted version, which may grow meanwhile, and lets `learn` have it. */
  readonly read: (wanted: () => number) => Promise<void>;
  readonly onPresence: (presence: CrewPresence) => void;
  /** Users have got or lost a desk. */
  readonly onChanged: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** The crew of one game: all that a gateway tracks of the state. */
export class TrackedCrew {
  /** Null until the owner has told it. */
  current: WithCrew | null = null;
  /** The version that `current` is of. */
  #position: { readonly logId: string; readonly version: number } | null = null;
  /** Versions up to this one may have another crew than `current`. */
  #wanted = 0;
  #text = '';
  #isLoading = false;

  constructor(private readonly deps: TrackedCrewDependencies) {}

  learn(from: Snapshot): void {
    const { logId, version, moderatorId, crew } = from;
    const known = this.#position;
    if (known !== null && known.logId === logId && known.version > version) return;
    const text = JSON.stringify([moderatorId, crew]);
    const isNews = known !== null && text !== this.#text;
    this.#position = { logId, version };
    if (known?.logId !== logId) this.#wanted = version;
    if (known !== null && !isNews) return;
    this.#text = text;
    this.current = crewOf(from);
    this.deps.onPresence(crewPresenceOf(this.current));
    if (isNews) this.deps.onChanged();
  }

  /** Reads the crew as of this version; `retry` tries again. */
  reload(version = this.#wanted): void {
    this.#wanted = Math.max(this.#wanted, version);
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.deps
      .read(() => this.#wanted)
      .catch(this.deps.onFailed)
      .finally(() => {
        this.#isLoading = false;
      });
  }

  /** After a read that failed. */
  retry(): void {
    if (this.#position !== null && this.#wanted > this.#position.version) this.reload();
  }
}
