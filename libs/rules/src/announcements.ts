import { z } from 'zod';
import { ANNOUNCEMENT_MAX_LENGTH, ANNOUNCEMENT_MAX_MINUTES, type Audience, AUDIENCES } from './constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from './definition.js';
import { UserId } from './ids.js';
import { memberOf } from './rights.js';
import type { Announcement, Game } from './state.js';
import { cleanText } from './texts.js';
import type { AnnouncementView, GameView, ViewKind } from './views.js';

const MINUTE_MS = 60_000;
const AUDIENCE_OF = { player: 'players', stage: 'stage' } as const;

const audienceField = () => z.array(z.enum(AUDIENCES)).min(1).max(AUDIENCES.length);

/** Desks show all of them: the crew has to know what its players read. */
export function announcementsSeen(
  { announcements = [] }: Pick<Game, 'announcements'>,
  kind: ViewKind,
): readonly AnnouncementView[] {
  if (kind === 'full') return announcements;
  return announcements
    .filter(({ audience }) => audience.includes(AUDIENCE_OF[kind]))
    .map(({ readBy: _readBy, audience: _audience, ...shown }) => shown);
}

const withAnnouncements = <G extends Game | GameView>(
  { announcements: _before, ...game }: G,
  announcements: G['announcements'] = [],
): G => (announcements.length === 0 ? game : { ...game, announcements }) as G;

/** For each audience the latest one counts. */
function joinedBy(before: readonly Announcement[], added: Announcement): readonly Announcement[] {
  const others = (audience: readonly Audience[]) => audience.filter((name) => !added.audience.includes(name));
  const left = before.map((each) => ({ ...each, audience: others(each.audience) }));
  return [...left.filter(({ audience }) => audience.length > 0), added];
}

export const announced = event('announced', {
  fields: () => ({ text: z.string(), audience: audienceField(), until: z.number() }),
  evolve: (game, { at, text, audience, until }) => {
    const added: Announcement = { version: game.version + 1, at, text, audience, until, readBy: [] };
    return withAnnouncements(game, joinedBy(game.announcements ?? [], added));
  },
  view: (v, { type, at }, after, _before, kind) => ({ v, type, at, announcements: announcementsSeen(after, kind) }),
  isPerKind: true,
});
export const announcedView: ViewEvolution<typeof announced> = {
  by: 'moderator',
  evolveView: (view, { announcements }) => withAnnouncements(view, announcements),
};

const without = <A extends { readonly version: number }>(list: readonly A[] | undefined, version: number) =>
  list?.filter((each) => each.version !== version);

export const announcementEnded = event('announcementEnded', {
  fields: () => ({ version: z.number() }),
  evolve: (game, { version }) => withAnnouncements(game, without(game.announcements, version)),
});
export const announcementEndedView: ViewEvolution<typeof announcementEnded> = {
  by: 'moderator',
  evolveView: (view, { version }) => withAnnouncements(view, without(view.announcements, version)),
};

interface Read {
  readonly version: number;
  readonly userId: UserId;
}
const readIn = <A extends { readonly version: number; readonly readBy?: readonly UserId[] }>(
  list: readonly A[] | undefined,
  { version, userId }: Read,
) =>
  list?.map((each) => (each.version === version && each.readBy ? { ...each, readBy: [...each.readBy, userId] } : each));

/** By a member of the crew; desks show who has. */
export const announcementRead = event('announcementRead', {
  fields: () => ({ version: z.number(), userId: UserId }),
  evolve: (game, read) => withAnnouncements(game, readIn(game.announcements, read)),
});
export const announcementReadView: ViewEvolution<typeof announcementRead> = {
  by: 'moderator',
  evolveView: (view, read) => withAnnouncements(view, readIn(view.announcements, read)),
};

/** Text only. It takes the place of an earlier one with the same audience. */
export const announce = command('announce', {
  issuer: 'judge',
  fields: () => ({
    text: z.string().max(ANNOUNCEMENT_MAX_LENGTH),
    audience: audienceField(),
    minutes: z.number().int().min(1).max(ANNOUNCEMENT_MAX_MINUTES),
  }),
  decide: (
    { game, at, ctx },
    { text: typed, audience, minutes },
  ): Emits<typeof announced | typeof announcementRead> => {
    const text = cleanText(typed);
    if (text === '') return rejected('announcement-required');
    const named = AUDIENCES.filter((name) => audience.includes(name));
    const { userId } = ctx.actor;
    const isOwn = named.includes('crew') && memberOf(game, userId) !== null;
    return [
      { type: 'announced', at, text, audience: named, until: at + minutes * MINUTE_MS },
      ...(isOwn ? [{ type: 'announcementRead' as const, at, version: game.version + 1, userId }] : []),
    ];
  },
});

/** Before its time. `version`: a later announcement is not ended. */
export const endAnnouncement = command('endAnnouncement', {
  issuer: 'judge',
  fields: () => ({ version: z.number().int() }),
  decide: ({ game: { announcements = [] }, at }, { version }): Emits<typeof announcementEnded> =>
    announcements.some((each) => each.version === version) ? [{ type: 'announcementEnded', at, version }] : [],
});

export const readAnnouncement = command('readAnnouncement', {
  issuer: 'crew',
  fields: () => ({ version: z.number().int() }),
  decide: ({ game: { announcements = [] }, at, ctx }, { version }): Emits<typeof announcementRead> => {
    const { userId } = ctx.actor;
    const found = announcements.find((each) => each.version === version && each.audience.includes('crew'));
    if (found === undefined || found.readBy.includes(userId)) return [];
    return [{ type: 'announcementRead', at, version, userId }];
  },
});
