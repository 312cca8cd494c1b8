import {
  erasePersonInFeedback,
  erasePersonInGame,
  erasePersonInLibrary,
  erasePersonInShows,
  erasePersonInTelemetry,
  ERASED_AT_ONCE_MAX,
  gamesOfPerson,
  moveInGame,
  RefusedError,
} from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { backoff } from '@earworm/service-kit/resilience';
import type { AccountDirectory } from '../providers/identity-provider.js';
import type { DueErasure, PersonErasures } from './person-erasures.js';

const CALL = { timeoutMs: 10_000 };
const BACKOFF = { first: 10_000, longest: 3_600_000 };
const GAME_OVER: ReadonlySet<string> = new Set(['game-ended', 'game-not-found']);

interface ErasePeopleOptions {
  readonly bus: Bus;
  readonly erasures: PersonErasures;
  readonly directory: Pick<AccountDirectory, 'erase'>;
  /** After this the person's last token has expired. */
  readonly againSeconds: number;
}

/**
 * Erases the people who are due, each in every service, and once more when their tokens have expired; returns how many were
 * erased for good. After a failure it goes on with the others, and then throws: all steps of that person are tried again.
 */
export async function erasePeople(options: ErasePeopleOptions, stopped = () => false): Promise<number> {
  const { erasures, againSeconds } = options;
  const failures: unknown[] = [];
  let finished = 0;
  for (let person = await erasures.take(); person !== null; person = await erasures.take()) {
    try {
      if (!(await eraseEverywhere(options, person, stopped))) {
        await erasures.postpone(person.pseudonym, 0);
        break;
      }
      if (person.isRepeated) {
        await erasures.finish(person);
        finished += 1;
      } else await erasures.erased(person.pseudonym, againSeconds);
    } catch (error) {
      failures.push(error);
      await erasures.postpone(person.pseudonym, backoff(BACKOFF.first, BACKOFF.longest)(person.attempts - 1));
    }
    if (stopped()) break;
  }
  if (failures.length > 0) throw failures[0];
  return finished;
}

/** False: stopped before the end. Every step may be repeated: after a failure the others are done before it is thrown. */
async function eraseEverywhere(
  options: ErasePeopleOptions,
  person: DueErasure,
  stopped: () => boolean,
): Promise<boolean> {
  const { bus, erasures, directory } = options;
  const { pseudonym, userId, keepsTemplates, isRepeated: replacesId } = person;
  let { email, name } = person;
  // First, for it ends the tokens. Repeated, it would revoke tokens that have expired.
  if (!person.isRepeated)
    await directory.erase(userId, async (tx, account) => {
      ({ email, name } = await erasures.deleteNoted(tx, person, account));
    });
  const attempts = new Attempts();
  const found = await eraseFromGames(options, person, attempts, stopped);
  if (found === null) return false;
  const who = { userId, pseudonym };
  // At least once, and in parts that one call takes.
  for (const verdicts of partsOf(found.verdicts))
    await attempts.make(async () => {
      const inPart = { ...who, keepsTemplates, replacesId, verdicts };
      const { formerIds } = await bus.call(erasePersonInLibrary, inPart, CALL);
      await erasures.notePeople(formerIds, keepsTemplates);
    });
  for (const calledForHelpIn of partsOf(found.calledForHelpIn))
    await attempts.make(() => bus.call(erasePersonInTelemetry, { ...who, calledForHelpIn }, CALL));
  await attempts.make(() => bus.call(erasePersonInFeedback, { ...who, name }, CALL));
  await attempts.make(() => bus.call(erasePersonInShows, { ...who, email }, CALL));
  await erasures.eraseFromAudit(pseudonym);
  attempts.throwFirst();
  return true;
}

/** Steps of which none waits for another to succeed. */
class Attempts {
  readonly #failures: unknown[] = [];

  /** Null: it failed. */
  async make<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      this.#failures.push(error);
      return null;
    }
  }

  throwFirst(): void {
    if (this.#failures.length > 0) throw this.#failures[0];
  }
}

interface FoundInGames {
  readonly verdicts: { readonly gameId: GameId; readonly versions: number[] }[];
  readonly calledForHelpIn: GameId[];
}

/** Null: stopped before the end. A page that cannot be read is the last. */
async function eraseFromGames(
  { bus, erasures }: ErasePeopleOptions,
  { userId, pseudonym, isRepeated: replacesId }: DueErasure,
  attempts: Attempts,
  stopped: () => boolean,
): Promise<FoundInGames | null> {
  const who = { userId, pseudonym };
  const found: FoundInGames = { verdicts: [], calledForHelpIn: [] };
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    const page = await attempts.make(() => bus.call(gamesOfPerson, { ...who, after: from }, CALL));
    for (const gameId of page?.gameIds ?? []) {
      if (stopped()) return null;
      await erasures.renewLease(pseudonym);
      const erased = await attempts.make(async () => {
        await ignoreGameOver(callShard(bus, moveInGame, gameId, { gameId, from: userId, to: pseudonym }));
        return ignoreGameOver(callShard(bus, erasePersonInGame, gameId, { ...who, gameId, replacesId }));
      });
      if (erased === null) continue;
      if (erased.verdicts.length > 0) found.verdicts.push({ gameId, versions: erased.verdicts });
      if (erased.calledForHelp) found.calledForHelpIn.push(gameId);
    }
    await erasures.renewLease(pseudonym);
    after = page?.next ?? null;
  }
  return found;
}

async function ignoreGameOver<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RefusedError && GAME_OVER.has(error.code)) return null;
    throw error;
  }
}

function partsOf<T>(list: readonly T[]): T[][] {
  const parts = Array.from({ length: Math.ceil(list.length / ERASED_AT_ONCE_MAX) }, (_, at) =>
    list.slice(at * ERASED_AT_ONCE_MAX, (at + 1) * ERASED_AT_ONCE_MAX),
  );
  return parts.length === 0 ? [[]] : parts;
}
