/** Where each route of the gateway is; without schemas, so that a browser need not load any to call them. */
export const PATHS = {
  about: { method: 'GET', path: '/api/about' },
  createGame: { method: 'POST', path: '/api/games' },
  joinInfoByCode: { method: 'GET', path: '/api/games/by-code/:gameCode' },
  joinInfo: { method: 'GET', path: '/api/games/:gameId' },
  roster: { method: 'GET', path: '/api/games/:gameId/players' },
  history: { method: 'GET', path: '/api/history' },
  browseTemplates: { method: 'GET', path: '/api/templates' },
  createTemplate: { method: 'POST', path: '/api/templates' },
  myTemplates: { method: 'GET', path: '/api/my-templates' },
  importTemplate: { method: 'POST', path: '/api/template-import' },
  templateFromGame: { method: 'POST', path: '/api/template-from-game' },
  templateSchema: { method: 'GET', path: '/api/template-schema' },
  readTemplate: { method: 'GET', path: '/api/templates/:templateId' },
  readTemplateContent: { method: 'GET', path: '/api/templates/:templateId/content' },
  saveTemplate: { method: 'POST', path: '/api/templates/:templateId/save' },
  publishTemplate: { method: 'POST', path: '/api/templates/:templateId/publish' },
  deleteTemplate: { method: 'POST', path: '/api/templates/:templateId/delete' },
  copyTemplate: { method: 'POST', path: '/api/templates/:templateId/copy' },
  startTemplate: { method: 'POST', path: '/api/templates/:templateId/start' },
  exportTemplate: { method: 'GET', path: '/api/templates/:templateId/export' },
  reportTemplate: { method: 'POST', path: '/api/templates/:templateId/report' },
  templateReports: { method: 'GET', path: '/api/admin/template-reports' },
  settleReports: { method: 'POST', path: '/api/admin/template-reports/:templateId' },
  checkGameActionLimit: { method: 'POST', path: '/api/checkGameActionLimit' },
  guest: { method: 'POST', path: '/api/identity/guest' },
  signIn: { method: 'POST', path: '/api/identity/sign-in' },
  signUp: { method: 'POST', path: '/api/identity/sign-up' },
  refresh: { method: 'POST', path: '/api/identity/refresh' },
  signOut: { method: 'POST', path: '/api/identity/sign-out' },
  reset: { method: 'POST', path: '/api/identity/reset' },
  resetConfirm: { method: 'POST', path: '/api/identity/reset/confirm' },
  outbox: { method: 'GET', path: '/api/admin/outbox' },
} as const;

/** Audio clips are bytes, not JSON, and have no place in the table above. */
export const clipPath = (clipId: string) => `/api/clips/${clipId}`;
/** The WebSocket endpoint. */
export const SOCKET_PATH = '/ws';
