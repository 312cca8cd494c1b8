import { createHash } from 'node:crypto';
import { ERASED_AT_ONCE_MAX } from '@earworm/contracts';
import { GameId, UserId } from '@earworm/rules';
import type { ObjectStore } from '@earworm/service-kit/objects';
import { z } from 'zod';

/** Not in the database: a restore of it must not bring erased games back. */
export const ERASED = 'erased/games/';
const ERASED_PEOPLE = 'erased/people/';
const TYPE = 'application/json';
const MAX_BYTES = 256 * 1024;

const Entry = z.object({ gameIds: z.array(GameId).max(ERASED_AT_ONCE_MAX) });

/** The same games are one object. */
export async function noteErased(objects: ObjectStore, gameIds: readonly GameId[]): Promise<void> {
  const text = JSON.stringify({ gameIds: [...gameIds].sort() });
  const key = `${ERASED}${createHash('sha256').update(text).digest('hex').slice(0, 32)}.json`;
  if ((await objects.stat(key)) === null) await objects.put(key, Buffer.from(text), TYPE);
}

/** All that were noted, object by object. Throws for an object that cannot be read. */
export async function* readErased(objects: ObjectStore): AsyncGenerator<readonly GameId[]> {
  for await (const { key } of objects.list(ERASED)) {
    const object = await objects.get(key, MAX_BYTES);
    if (object !== null) yield Entry.parse(JSON.parse(object.bytes.toString())).gameIds;
  }
}

/** A user who was erased, in whose place a restore would bring a person back. */
const Person = z.object({ userId: UserId, keepsTemplates: z.boolean() });
export type ErasedPerson = z.infer<typeof Person>;

/** Each is one object. What was noted first stays. */
export async function notePerson(objects: ObjectStore, person: ErasedPerson): Promise<void> {
  const key = `${ERASED_PEOPLE}${createHash('sha256').update(person.userId).digest('hex').slice(0, 32)}.json`;
  const text = JSON.stringify(Person.parse(person));
  if ((await objects.stat(key)) === null) await objects.put(key, Buffer.from(text), TYPE);
}

export async function* readPeople(objects: ObjectStore): AsyncGenerator<ErasedPerson> {
  for await (const { key } of objects.list(ERASED_PEOPLE)) {
    const object = await objects.get(key, MAX_BYTES);
    if (object !== null) yield Person.parse(JSON.parse(object.bytes.toString()));
  }
}
