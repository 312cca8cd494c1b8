import { randomUUID } from 'node:crypto';
import { type Room, SHOW_LIMITS, type ShowFacts, ShowId, type TemplateId } from '@earworm/contracts';
import { FIRST_ADMIN } from '../../harness/prepared-data.js';
import { type Member, newRegisteredUser, signedIn } from './members.js';
import type { Board } from './prepared-game.js';
import { prepareTemplate } from './prepared-template.js';

const PEOPLE_PER_ROOM = 20;
const HOUR_MS = 3_600_000;

export interface PreparedEvent {
  readonly showId: ShowId;
  readonly templateId: TemplateId;
  /** Who created it. */
  readonly operator: Member;
  /** Asks for the games of all rooms. */
  prepare(): Promise<void>;
  /** How many rooms have their game; throws when one has failed. */
  countReady(): Promise<number>;
  /** All of them, by number. */
  rooms(): Promise<Room[]>;
}

/** An event of a new account with planned rooms, all with a template of this board. An admin raises its quota if need be. */
export async function prepareEvent(
  url: string,
  count: number,
  board: Board,
  also: Partial<ShowFacts> = {},
): Promise<PreparedEvent> {
  const operator = await newRegisteredUser(url, 'Olga');
  const { http } = operator;
  const { templateId } = await prepareTemplate(operator, { board });
  const showId = ShowId.parse(randomUUID());
  const params = { showId };
  const facts = {
    ...{ name: 'Quiz night', startsAt: Date.now() + HOUR_MS, timeZone: 'Europe/Berlin' },
    peoplePerRoom: PEOPLE_PER_ROOM,
    ...also,
  };
  await http.call('createShow', { body: { showId, facts } });
  if (count > SHOW_LIMITS.rooms) {
    const admin = await signedIn(url, FIRST_ADMIN);
    await admin.http.call('setShowQuota', { params, body: { rooms: count, people: count * facts.peoplePerRoom } });
  }
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ ownId: `${n + 1}`, number: n + 1, name: `Room ${n + 1}` },
    templateId,
  }));
  for (let from = 0; from < rows.length; from += SHOW_LIMITS.rowsPerRequest) {
    const page = rows.slice(from, from + SHOW_LIMITS.rowsPerRequest);
    await http.call('saveRooms', { params, body: { rows: page } });
  }
  return {
    showId,
    templateId,
    operator,
    prepare: async () => void (await http.call('prepareRooms', { params })),
    async countReady() {
      const { counts } = await http.call('readShow', { params });
      if (counts.failed > 0) throw new Error(`${counts.failed} rooms failed`);
      return counts.ready;
    },
    async rooms() {
      const list = (after?: string) => http.call('listRooms', { params, query: { after } });
      let page = await list();
      const found = [...page.rooms];
      while (page.next !== null) {
        page = await list(page.next);
        found.push(...page.rooms);
      }
      return found;
    },
  };
}
