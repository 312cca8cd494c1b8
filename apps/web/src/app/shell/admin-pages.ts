/** Apart from the page table, which the first load does not contain. */
export const ADMIN_PAGES = [
  { to: '/analytics', text: 'analytics' },
  { to: '/admin/feedback', text: 'feedbackAdmin' },
  { to: '/admin/operations', text: 'operations' },
  { to: '/library/reports', text: 'templateReports' },
  { to: '/admin/outbox', text: 'outbox' },
  { to: '/admin/accounts', text: 'accounts' },
  { to: '/admin/audit', text: 'auditLog' },
  { to: '/admin/erasures', text: 'erasedGames' },
] as const;
