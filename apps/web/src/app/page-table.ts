import type { ComponentType } from 'react';
import { GamePage, lazyWithKit } from './lazy.js';

/** Guests are signed in. */
export type PageAccess = 'public' | 'signed-in' | 'admin';

interface PageOptions {
  /** Comes with the chunk for queries. */
  readonly lists?: true;
  readonly bare?: true;
}

export interface PageRow extends PageOptions {
  readonly path: string;
  readonly access: PageAccess;
  readonly Page: ComponentType;
}

const LISTS = { lists: true } as const;
const BARE = { bare: true } as const;

const page = (
  path: string,
  access: PageAccess,
  load: () => Promise<ComponentType>,
  options: PageOptions = {},
): PageRow => ({ path, access, Page: lazyWithKit(load), ...options });

/** One chunk: each page of its own would add its imports to what every page loads. */
const loadEvents = () => import('./event-pages.js');

const loadStandings = () => import('../features/standings/pages-by-link.js');

/** Every page but home, which comes with the first load. An unknown path leads to /404. */
export const PAGES: readonly PageRow[] = [
  page('/terms', 'public', async () => (await import('../features/legal/terms-page.js')).TermsPage),
  page('/privacy', 'public', async () => (await import('../features/legal/privacy-page.js')).PrivacyPage, LISTS),
  page(
    '/admin-auth-test',
    'public',
    async () => (await import('../features/sign-in/admin-auth-test-page.js')).AdminAuthTestPage,
  ),
  page('/account', 'signed-in', async () => (await import('../features/account/account-page.js')).AccountPage),
  // Signs a guest in itself, at the tap that uses the link.
  page('/crew', 'public', async () => (await import('../features/crew/crew-page.js')).CrewPage),
  page('/my-rooms', 'signed-in', async () => (await loadEvents()).MyRoomsPage, LISTS),
  // Asks to sign in itself.
  page('/event-staff', 'public', async () => (await loadEvents()).StaffInvitePage),
  page('/404', 'public', async () => (await import('./not-found-page.js')).NotFoundPage),
  page('/setup/:gameId', 'signed-in', async () => (await import('../features/setup/setup-page.js')).SetupPage),
  // The screens of players load without Mantine, which others of it bring with them.
  { path: '/game/:gameId', access: 'signed-in', Page: GamePage, ...BARE },
  // Requires a session itself, unless the address carries the moderator's key.
  page('/stage/:gameId', 'public', async () => (await import('../features/stage/stage-page.js')).StagePage, BARE),
  page(
    '/moderator-rejoin/:gameId?',
    'signed-in',
    async () => (await import('../features/home/moderator-rejoin-page.js')).ModeratorRejoinPage,
  ),
  // Shown by a link, or to the staff, who have to be signed in.
  page('/events/:showId/stage', 'public', async () => (await loadStandings()).EventStagePage, BARE),
  page('/events/:showId/public-standings', 'public', async () => (await loadStandings()).PublicStandingsPage, BARE),
  page('/library', 'signed-in', async () => (await import('../features/library/library-page.js')).LibraryPage, LISTS),
  page(
    '/library/reports',
    'admin',
    async () => (await import('../features/library/reports-page.js')).ReportsPage,
    LISTS,
  ),
  page(
    '/browse-templates',
    'signed-in',
    async () => (await import('../features/library/browse-page.js')).BrowsePage,
    LISTS,
  ),
  page(
    '/library/template/:templateId',
    'signed-in',
    async () => (await import('../features/library/template-page.js')).TemplatePage,
    LISTS,
  ),
  page(
    '/template/edit/:templateId',
    'signed-in',
    async () => (await import('../features/template-editor/editor-page.js')).EditorPage,
    LISTS,
  ),
  page(
    '/my-templates',
    'signed-in',
    async () => (await import('../features/library/my-templates-page.js')).MyTemplatesPage,
    LISTS,
  ),
  page(
    '/game-history',
    'signed-in',
    async () => (await import('../features/history/history-page.js')).HistoryPage,
    LISTS,
  ),
  page('/events', 'signed-in', async () => (await loadEvents()).EventsPage, LISTS),
  page('/events/new', 'signed-in', async () => (await loadEvents()).NewEventPage, LISTS),
  page('/events/:showId', 'signed-in', async () => (await loadEvents()).EventPage, LISTS),
  page('/events/:showId/edit', 'signed-in', async () => (await loadEvents()).EditEventPage, LISTS),
  page('/events/:showId/rooms/add', 'signed-in', async () => (await loadEvents()).AddRoomsPage, LISTS),
  page('/events/:showId/control-room', 'signed-in', async () => (await loadEvents()).ControlRoomPage, LISTS),
  page('/events/:showId/standings', 'signed-in', async () => (await loadEvents()).StandingsPage, LISTS),
  page('/games/:gameId/timeline', 'signed-in', async () => (await loadEvents()).TimelinePage, LISTS),
  page(
    '/events/:showId/rooms/:roomId/games/:gameId/timeline',
    'signed-in',
    async () => (await loadEvents()).TimelinePage,
    LISTS,
  ),
  page(
    '/events/:showId/rooms/:roomId/games/:gameId/stage',
    'signed-in',
    async () => (await loadEvents()).RoomStagePage,
    LISTS,
  ),
  page('/events/:showId/sheets', 'signed-in', async () => (await loadEvents()).SheetsPage, { ...BARE, ...LISTS }),
  page(
    '/analytics',
    'admin',
    async () => (await import('../features/admin/analytics/analytics-page.js')).AnalyticsPage,
    LISTS,
  ),
  page(
    '/admin/operations',
    'admin',
    async () => (await import('../features/admin/operations/operations-page.js')).OperationsPage,
    LISTS,
  ),
  page(
    '/admin/operations/:gameId',
    'admin',
    async () => (await import('../features/admin/operations/observe-page.js')).ObservePage,
    LISTS,
  ),
  page(
    '/admin/feedback',
    'admin',
    async () => (await import('../features/admin/feedback/feedback-page.js')).FeedbackPage,
    LISTS,
  ),
  page(
    '/admin/outbox',
    'admin',
    async () => (await import('../features/admin/outbox/outbox-page.js')).OutboxPage,
    LISTS,
  ),
  page(
    '/admin/accounts',
    'admin',
    async () => (await import('../features/admin/accounts/accounts-page.js')).AccountsPage,
    LISTS,
  ),
  page(
    '/admin/accounts/:userId',
    'admin',
    async () => (await import('../features/admin/accounts/account-page.js')).AccountPage,
    LISTS,
  ),
  page('/admin/audit', 'admin', async () => (await import('../features/admin/audit/audit-page.js')).AuditPage, LISTS),
  page(
    '/admin/erasures',
    'admin',
    async () => (await import('../features/admin/erasures/erasures-page.js')).ErasuresPage,
    LISTS,
  ),
];

export const REDIRECTS: readonly { path: string; access: PageAccess; to: string }[] = [
  { path: '/game-library', access: 'public', to: '/browse-templates' },
  { path: '/admin', access: 'admin', to: '/analytics' },
];
