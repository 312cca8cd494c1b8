import { type erasePersonInLibrary, FORMER_PERSON, type ReplyOf, type RequestOf } from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import { type DataSource, type EntityManager, Not } from 'typeorm';
import type { Clips } from '../clips/clips.js';
import { moveUser } from '../moves/move-user.js';
import { Template } from '../templates/template.entity.js';
import { updateMeasures } from '../templates/write.js';
import { FORMER_IDS, FORGET_MOVES, RENAME_JUDGE, RENAME_PERSON, REPLACE_ID } from './erase-person.sql.js';

/** As a guest's data is moved to an account, what stays of the person is moved to the pseudonym. Idempotent. */
export async function erasePerson(
  database: DataSource,
  clips: Clips,
  { userId, pseudonym, keepsTemplates, replacesId, verdicts }: RequestOf<typeof erasePersonInLibrary>,
): Promise<ReplyOf<typeof erasePersonInLibrary>> {
  const former = await database.query<{ id: string }[]>(FORMER_IDS, [userId]);
  await moveUser(database, clips, { from: userId, to: pseudonym });
  await database.transaction(async (manager) => {
    const ids = [userId, pseudonym];
    for (const statement of RENAME_PERSON) await manager.query(statement, [ids, FORMER_PERSON]);
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
