import {
  ERASED_AT_ONCE_MAX,
  erasePeopleAgain,
  type erasePersonInLibrary,
  FORMER_PERSON,
  type ReplyOf,
  type RequestOf,
} from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import type { ObjectStore } from '@earworm/service-kit/objects';
import { type DataSource, type EntityManager, Not } from 'typeorm';
import type { Clips } from '../clips/clips.js';
import { moveUser } from '../moves/move-user.js';
import { Template } from '../templates/template.entity.js';
import { updateMeasures } from '../templates/write.js';
import { notePerson, readPeople } from './erased-list.js';
import {
  FORMER_IDS,
  FORGET_MOVES,
  LOCK_GAMES_OF_PERSON,
  NOTE_REVISIONS,
  RENAME_JUDGE,
  RENAME_PERSON,
  REPLACE_ID,
} from './erase-person.sql.js';

/** People of the list whom the identity service does not know as erased: it was restored. Returns how many. */
export async function eraseRestoredPeople(objects: ObjectStore, bus: Pick<Bus, 'call'>): Promise<number> {
  let restored = 0;
  const batches: Record<'kept' | 'deleted', UserId[]> = { kept: [], deleted: [] };
  const send = async (templates: keyof typeof batches) => {
    const userIds = batches[templates].splice(0);
    const { people } = await bus.call(erasePeopleAgain, { userIds, keepsTemplates: templates === 'kept' });
    restored += people;
  };
  for await (const { userId, keepsTemplates } of readPeople(objects)) {
    const templates = keepsTemplates ? 'kept' : 'deleted';
    if (batches[templates].push(userId) === ERASED_AT_ONCE_MAX) await send(templates);
  }
  for (const templates of ['kept', 'deleted'] as const) if (batches[templates].length > 0) await send(templates);
  return restored;
}

/** As a guest's data is moved to an account, what stays of the person is moved to the pseudonym. Idempotent. */
export async function erasePerson(
  { database, objects, clips }: { database: DataSource; objects: ObjectStore; clips: Clips },
  { userId, pseudonym, keepsTemplates, replacesId, verdicts }: RequestOf<typeof erasePersonInLibrary>,
): Promise<ReplyOf<typeof erasePersonInLibrary>> {
  await notePerson(objects, { userId, keepsTemplates });
  const former = await database.query<{ id: string }[]>(FORMER_IDS, [userId]);
  await moveUser(database, clips, { from: userId, to: pseudonym });
  await database.transaction(async (manager) => {
    const ids = [userId, pseudonym];
    await manager.query(LOCK_GAMES_OF_PERSON, [ids]);
    for (const statement of RENAME_PERSON) await manager.query(statement, [ids, FORMER_PERSON]);
    await manager.query(NOTE_REVISIONS, [ids]);
    for (const { gameId, versions } of verdicts) await manager.query(RENAME_JUDGE, [gameId, versions, FORMER_PERSON]);
    await (keepsTemplates ? renameTemplates(manager, pseudonym) : manager.delete(Template, { ownerId: pseudonym }));
    if (!replacesId) return;
    for (const statement of REPLACE_ID) await manager.query(statement, [userId, pseudonym]);
    await manager.query(FORGET_MOVES, [ids]);
  });
  return { formerIds: former.map(({ id }) => UserId.parse(id)) };
}

/** No one can reach one that is not published: it goes with those of guests, when it was not used for long. */
async function renameTemplates(manager: EntityManager, ownerId: UserId): Promise<void> {
  const theirs = await manager.findBy(Template, { ownerId, ownerName: Not(FORMER_PERSON) });
  for (const { templateId, publishedAt } of theirs) {
    await manager.update(Template, { templateId }, { ownerName: FORMER_PERSON, byGuest: publishedAt === null });
    await updateMeasures(manager, templateId, Infinity);
  }
}
