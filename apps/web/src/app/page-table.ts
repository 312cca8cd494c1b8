import type { ComponentType } from 'react';
import { piece } from './piece.js';
import { loadPlay } from './play-piece.js';

/** Who may open a page. Guests are signed in. */
export type PageAccess = 'public' | 'signed-in' | 'admin';

export interface PageRow {
  readonly path: string;
  readonly access: PageAccess;
  /** Comes in a piece of script of its own. */
  readonly Page: ComponentType;
  /** It reads lists: the queries' part of the script comes with it. */
  readonly lists?: true;
  /** Without header and footer. */
  readonly bare?: true;
}

/** Every page but the home page, which comes with the first load. An unknown path leads to /404. */
export const PAGES: readonly PageRow[] = [
  {
    path: '/terms',
    access: 'public',
    Page: piece(async () => (await import('../features/legal/terms-page.js')).TermsPage),
  },
  {
    path: '/privacy',
    access: 'public',
    Page: piece(async () => (await import('../features/legal/privacy-page.js')).PrivacyPage),
  },
  {
    path: '/admin-auth-test',
    access: 'public',
    Page: piece(async () => (await import('../features/sign-in/admin-auth-test-page.js')).AdminAuthTestPage),
  },
  {
    path: '/404',
    access: 'public',
    Page: piece(async () => (await import('./not-found-page.js')).NotFoundPage),
  },
  {
    path: '/setup/:gameId',
    access: 'signed-in',
    Page: piece(async () => (await import('../features/setup/setup-page.js')).SetupPage),
  },
  {
    path: '/game/:gameId',
    access: 'signed-in',
    bare: true,
    Page: piece(async () => (await loadPlay()).PlayPage),
  },
  {
    // Asks for a session itself, unless the address carries the moderator's key.
    path: '/stage/:gameId',
    access: 'public',
    bare: true,
    Page: piece(async () => (await import('../features/stage/stage-page.js')).StagePage),
  },
  {
    path: '/moderator-rejoin/:gameId?',
    access: 'signed-in',
    Page: piece(async () => (await import('../features/home/moderator-rejoin-page.js')).ModeratorRejoinPage),
  },
  {
    path: '/library',
    access: 'signed-in',
    lists: true,
    Page: piece(async () => (await import('../features/library/library-page.js')).LibraryPage),
  },
  {
    path: '/library/reports',
    access: 'admin',
    lists: true,
    Page: piece(async () => (await import('../features/library/reports-page.js')).ReportsPage),
  },
  {
    path: '/browse-templates',
    access: 'signed-in',
    lists: true,
    Page: piece(async () => (await import('../features/library/browse-page.js')).BrowsePage),
  },
  {
    path: '/library/template/:templateId',
    access: 'signed-in',
    lists: true,
    Page: piece(async () => (await import('../features/library/template-page.js')).TemplatePage),
  },
  {
    path: '/template/edit/:templateId',
    access: 'signed-in',
    lists: true,
    Page: piece(async () => (await import('../features/template-editor/editor-page.js')).EditorPage),
  },
  {
    path: '/my-templates',
    access: 'signed-in',
    lists: true,
    Page: piece(async () => (await import('../features/library/my-templates-page.js')).MyTemplatesPage),
  },
  {
    path: '/game-history',
    access: 'signed-in',
    lists: true,
    Page: piece(async () => (await import('../features/history/history-page.js')).HistoryPage),
  },
  {
    path: '/analytics',
    access: 'admin',
    lists: true,
    Page: piece(async () => (await import('../features/admin/analytics/analytics-page.js')).AnalyticsPage),
  },
  {
    path: '/admin/operations',
    access: 'admin',
    lists: true,
    Page: piece(async () => (await import('../features/admin/operations/operations-page.js')).OperationsPage),
  },
  {
    path: '/admin/operations/:gameId',
    access: 'admin',
    lists: true,
    Page: piece(async () => (await import('../features/admin/operations/observe-page.js')).ObservePage),
  },
  {
    path: '/admin/feedback',
    access: 'admin',
    lists: true,
    Page: piece(async () => (await import('../features/admin/feedback/feedback-page.js')).FeedbackPage),
  },
  {
    path: '/admin/outbox',
    access: 'admin',
    lists: true,
    Page: piece(async () => (await import('../features/admin/outbox-page.js')).OutboxPage),
  },
  {
    path: '/admin/accounts',
    access: 'admin',
    lists: true,
    Page: piece(async () => (await import('../features/admin/accounts/accounts-page.js')).AccountsPage),
  },
  {
    path: '/admin/accounts/:userId',
    access: 'admin',
    lists: true,
    Page: piece(async () => (await import('../features/admin/accounts/account-page.js')).AccountPage),
  },
  {
    path: '/admin/audit',
    access: 'admin',
    lists: true,
    Page: piece(async () => (await import('../features/admin/audit/audit-page.js')).AuditPage),
  },
];

/** Old and short addresses. */
export const REDIRECTS: readonly { path: string; access: PageAccess; to: string }[] = [
  { path: '/game-library', access: 'public', to: '/browse-templates' },
  { path: '/admin', access: 'admin', to: '/analytics' },
];
