/** Paths of all pages, with placeholders instead of ids. Telemetry counts views by them. */
export const PAGE_PATHS = [
  '/',
  '/terms',
  '/privacy',
  '/account',
  '/setup/:gameId',
  '/game/:gameId',
  '/stage/:gameId',
  '/crew',
  '/my-rooms',
  '/moderator-rejoin',
  '/moderator-rejoin/:gameId',
  '/library',
  '/library/reports',
  '/browse-templates',
  '/library/template/:templateId',
  '/template/edit/:templateId',
  '/my-templates',
  '/game-history',
  '/events',
  '/events/new',
  '/events/:showId',
  '/events/:showId/edit',
  '/events/:showId/rooms/add',
  '/events/:showId/control-room',
  '/events/:showId/sheets',
  '/events/:showId/standings',
  '/events/:showId/public-standings',
  '/events/:showId/stage',
  '/games/:gameId/timeline',
  '/events/:showId/rooms/:roomId/games/:gameId/timeline',
  '/events/:showId/rooms/:roomId/games/:gameId/stage',
  '/event-staff',
  '/analytics',
  '/admin/operations',
  '/admin/operations/:gameId',
  '/admin/feedback',
  '/admin/outbox',
  '/admin/accounts',
  '/admin/accounts/:userId',
  '/admin/audit',
  '/admin/erasures',
  '/admin-auth-test',
  '/404',
] as const;
export type PagePath = (typeof PAGE_PATHS)[number];

const PATTERNS = PAGE_PATHS.map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
}));

/** The entry of PAGE_PATHS that a browser path belongs to, query and fragment ignored; `/404` if there is none. */
export function pagePathOf(path: string): PagePath {
  const bare = path.split(/[?#]/, 1)[0] ?? '';
  return PATTERNS.find(({ pattern }) => pattern.test(bare))?.path ?? '/404';
}
