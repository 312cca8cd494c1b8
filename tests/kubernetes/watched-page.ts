import type { Person } from '../e2e/support/person.js';
import { emptyRecord, type ClientRecord, type GivenCommand } from '../faults/record.js';
import type { Answer, ClientFrame, ServerFrame } from '@earworm/contracts';
import type { Role } from '@earworm/rules';

/** A wait of a user. Wall clock of this machine, ms. */
export interface Wait {
  readonly from: number;
  readonly to: number;
  readonly what: string;
}

/** What a hello is answered with when it is accepted. */
const FIRST_FRAMES: ReadonlySet<string> = new Set(['snapshot', 'events']);

/** A page of the web app, whose loads are counted and whose sockets are read along. */
export class WatchedPage {
  /** Times without an open socket of the game, from the end of one to the first frame of the next. */
  readonly offline: Wait[] = [];
  readonly record: ClientRecord;
  readonly #given = new Map<string, GivenCommand>();
  #loads = 0;
  #crashes = 0;
  #lostAt: number | null = null;

  /** Call it before the first page is opened. */
  constructor(
    readonly person: Person,
    { gameId, userId, role }: { readonly gameId: string; readonly userId: string; readonly role: Role },
  ) {
    this.record = emptyRecord(gameId, userId, role);
    const { page, name } = person;
    page.on('load', () => this.#loads++);
    page.on('crash', () => this.#crashes++);
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => this.#sent(JSON.parse(String(payload)) as ClientFrame));
      socket.on('framereceived', ({ payload }) => this.#received(JSON.parse(String(payload)) as ServerFrame));
      socket.on('close', () => (this.#lostAt ??= Date.now()));
    });
    this.what = `${name}'s page without a socket`;
  }

  private readonly what: string;

  /** Loads after the first, and pages that crashed. */
  get reloads(): number {
    return Math.max(0, this.#loads - 1) + this.#crashes;
  }

  #sent(frame: ClientFrame): void {
    if (frame.type !== 'command' || this.#given.has(frame.id)) return;
    const given: GivenCommand = { command: frame.command, givenAt: Date.now(), answeredAt: null, answer: null };
    this.#given.set(frame.id, given);
    this.record.commands.push(given);
  }

  #received(frame: ServerFrame): void {
    if (FIRST_FRAMES.has(frame.type) && this.#lostAt !== null) {
      this.offline.push({ from: this.#lostAt, to: Date.now(), what: this.what });
      this.#lostAt = null;
    }
    if (frame.type !== 'answer') return;
    const given = this.#given.get(frame.id);
    // Of a command that is sent again, what it was answered last counts.
    if (given === undefined || isFinal(given.answer)) return;
    given.answer = frame;
    given.answeredAt = Date.now();
  }
}

/** The client sends what was answered `retry` or `busy` again. */
const isFinal = (answer: Answer | null): boolean =>
  answer !== null && (answer.ok || (answer.code !== 'retry' && answer.code !== 'busy'));
