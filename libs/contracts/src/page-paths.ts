/** Every page of the product, ids left out; what telemetry counts views by. */
export const PAGE_PATHS = [
  '/',
  '/terms',
  '/privacy',
  '/setup/:gameId',
  '/game/:gameId',
  '/stage/:gameId',
  '/moderator-rejoin',
  '/moderator-rejoin/:gameId',
  '/library',
  '/library/reports',
  '/browse-templates',
  '/library/template/:templateId',
  '/template/edit/:templateId',
  '/my-templates',
  '/game-history',
  '/analytics',
  '/admin/operations',
  '/admin/operations/:gameId',
  '/admin/feedback',
  '/admin/outbox',
  '/admin/accounts',
  '/admin/accounts/:userId',
  '/admin/audit',
  '/admin-auth-test',
  '/404',
] as const;
export type PagePath = (typeof PAGE_PATHS)[number];

const PATTERNS = PAGE_PATHS.map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
}));

/** The page that a path of the browser shows, without ids, query and fragment; `/404` for one that is none. */
export function pagePathOf(path: string): PagePath {
  const bare = path.split(/[?#]/, 1)[0] ?? '';
  return PATTERNS.find(({ pattern }) => pattern.test(bare))?.path ?? '/404';
}
