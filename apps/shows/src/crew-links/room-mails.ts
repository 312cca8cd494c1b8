import {
  mailCrews,
  type mailRoomLinks,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type revokeRoomLinks,
  type RoomId,
  SHOW_LIMITS,
} from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { requireOperator } from '../shows/access.js';
import { RoomRow } from '../shows/room.entity.js';
import type { ShowRow } from '../shows/show.entity.js';
import { BEGIN_MAILS, END_MAILS, NOTE_MAILS, REVOKE_LINKS, REVOKE_OF_ROOMS, REVOKE_OTHERS } from './crew-links.sql.js';
import { linkTo } from './room-links.js';

type Mail = RequestOf<typeof mailCrews>['mails'][number];
interface Sent {
  readonly roomId: RoomId;
  readonly linkId: string;
  readonly to: string;
}

const WITHIN_MS = 12_000;
/** Longer than a mail server is waited for. */
const CLAIM_SECONDS = 15;

/**
 * A link is as good as its mail: links whose mail was refused are revoked, and earlier ones only once others were sent, so
 * that a mail server that is down revokes no card. A process that dies before it notes the mails sends them once more.
 */
export async function mailLinks(
  database: DataSource,
  bus: Bus,
  { roomIds, again, ...asked }: RequestOf<typeof mailRoomLinks>,
): Promise<ReplyOf<typeof mailRoomLinks>> {
  const wanted = [...new Set(roomIds)];
  const { show, due, mails, links } = await database.transaction(async (manager) => {
    const found = await requireOperator(manager, asked);
    const rooms = await manager.findBy(RoomRow, { showId: found.showId, roomId: In(wanted) });
    if (rooms.length < wanted.length) throw new RefusedError('room-not-found');
    const now = rooms.filter((room) => isDue(room, again)).sort((a, b) => a.number - b.number);
    const ids = now.map(({ roomId }) => roomId);
    await manager.query(BEGIN_MAILS, [ids, CLAIM_SECONDS]);
    return { show: found, due: ids, ...(await mailsTo(manager, found, now, asked.actor.userId)) };
  });
  if (mails.length === 0) return { sent: 0, failed: [] };
  try {
    const { failed } = await send(bus, show, mails).catch(async (error: unknown) => {
      await database.query(REVOKE_LINKS, [links.map(({ linkId }) => linkId)]);
      throw error;
    });
    await noteMails(database, links, failed, again);
    return { sent: mails.length - failed.length, failed };
  } finally {
    await database.query(END_MAILS, [due]);
  }
}

const send = (bus: Bus, { name, timeZone }: ShowRow, mails: Mail[]) =>
  bus.call(mailCrews, { showName: name, timeZone, mails }, { timeoutMs: WITHIN_MS });

async function noteMails(database: DataSource, links: readonly Sent[], failed: readonly string[], again: boolean) {
  const refused = links.filter(({ to }) => failed.includes(to));
  if (refused.length > 0) await database.query(REVOKE_LINKS, [refused.map(({ linkId }) => linkId)]);
  const sent = links.filter(({ to }) => !failed.includes(to));
  const reached = [...new Set(sent.map(({ roomId }) => roomId))];
  await database.query(NOTE_MAILS, [reached]);
  if (again) await database.query(REVOKE_OTHERS, [reached, sent.map(({ linkId }) => linkId)]);
}

const isDue = ({ gameId, crewEmails, mailedAt, mails, mailingUntil }: RoomRow, again: boolean): boolean =>
  gameId !== null &&
  crewEmails.length > 0 &&
  (again || mailedAt === null) &&
  mails < SHOW_LIMITS.mailsPerRoom &&
  (mailingUntil === null || mailingUntil.getTime() < Date.now());

/** One for each address and language, with a link to each of their rooms. */
async function mailsTo(manager: EntityManager, show: ShowRow, rooms: readonly RoomRow[], by: UserId) {
  const mails = new Map<string, Mail>();
  const links: Sent[] = [];
  for (const { gameId, ...room } of rooms) {
    if (gameId === null) continue;
    const { roomId, number, name, startsAt } = room;
    const language = room.language ?? show.language;
    for (const to of new Set(room.crewEmails)) {
      const link = await linkTo(manager, show, { ...room, gameId }, by);
      links.push({ roomId, linkId: link.linkId, to });
      const key = `${to} ${language}`;
      const mail = mails.get(key) ?? { to, language, rooms: [] };
      mail.rooms.push({ ...link, number, name, startsAt: (startsAt ?? show.startsAt).getTime() });
      mails.set(key, mail);
    }
  }
  return { mails: [...mails.values()], links };
}

export function revokeLinksOf(
  database: DataSource,
  { roomIds, ...asked }: RequestOf<typeof revokeRoomLinks>,
): Promise<ReplyOf<typeof revokeRoomLinks>> {
  return database.transaction(async (manager) => {
    const { showId } = await requireOperator(manager, asked);
    const rooms = await manager.findBy(RoomRow, { showId, roomId: In(roomIds) });
    const ids = rooms.map(({ roomId }) => roomId);
    const [revoked] = await manager.query<[unknown[], number]>(REVOKE_OF_ROOMS, [ids]);
    return { revoked: revoked.length };
  });
}
