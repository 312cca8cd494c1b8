import type { Answer } from '@earworm/contracts';
import type { GameClient, SeenEvent } from '@earworm/client';
import type { Command, GameView, OwnSeat, Role } from '@earworm/rules';

/** A command as its sender knows it. Times are this machine's wall clock, ms. */
export interface GivenCommand {
  readonly command: Command;
  readonly givenAt: number;
  answeredAt: number | null;
  answer: Answer | null;
}

/** Something that a socket was sent and should not have been, whatever the client made of it. */
export interface Slip {
  readonly kind: 'doubled' | 'disordered';
  readonly what: string;
}

/** Where a client stood at the end. */
export interface Standing {
  readonly logId: string | null;
  readonly version: number;
  readonly view: GameView | null;
  readonly seat: OwnSeat | null;
}

/** A snapshot as a socket was sent it. */
export interface SentSnapshot {
  readonly version: number;
  /** Wall clock, ms. */
  readonly at: number;
  readonly view: GameView;
  readonly seat: OwnSeat | null;
}

/** Everything that one client received. */
export interface ClientRecord {
  readonly gameId: string;
  readonly userId: string;
  readonly role: Role;
  /** In the order in which they were shown; `at` and `snapshots` (taken so far) go with each. */
  readonly seen: SeenEvent[];
  readonly at: number[];
  readonly snapshots: number[];
  /** Every snapshot until it was written down where the client stands. */
  readonly sent: SentSnapshot[];
  readonly commands: GivenCommand[];
  readonly slips: Slip[];
  final: Standing | null;
}

export const emptyRecord = (gameId: string, userId: string, role: Role): ClientRecord => ({
  ...{ gameId, userId, role, final: null },
  ...{ seen: [], at: [], snapshots: [], sent: [], commands: [], slips: [] },
});

/** Writes down what the client is shown from now on, and everything that is given through what this returns. */
export function recorded(client: GameClient, record: ClientRecord): GameClient {
  client.onEvents((events) => {
    const at = Date.now();
    const { snapshots } = client.state.counters;
    for (const event of events) {
      record.seen.push(event);
      record.at.push(at);
      record.snapshots.push(snapshots);
    }
  });
  return {
    get state() {
      return client.state;
    },
    subscribe: (listener) => client.subscribe(listener),
    onEvents: (listener) => client.onEvents(listener),
    nudge: () => client.nudge(),
    renewToken: () => client.renewToken(),
    close: () => client.close(),
    send: async (command) => {
      const given: GivenCommand = { command, givenAt: Date.now(), answeredAt: null, answer: null };
      record.commands.push(given);
      const answer = await client.send(command);
      given.answeredAt = Date.now();
      given.answer = answer;
      return answer;
    },
  };
}

/** What the client holds now, as a copy that later frames do not change. */
export function standingOf({ state }: GameClient): Standing {
  const { logId, version, view, seat } = state;
  return { logId, version, view, seat };
}
