/** Where each route of the gateway is; without schemas, so that a browser need not load any to call them. */
export const PATHS = {
  about: { method: 'GET', path: '/api/about' },
  createGame: { method: 'POST', path: '/api/games' },
  joinInfoByCode: { method: 'GET', path: '/api/games/by-code/:gameCode' },
  joinInfo: { method: 'GET', path: '/api/games/:gameId' },
  roster: { method: 'GET', path: '/api/games/:gameId/players' },
  history: { method: 'GET', path: '/api/history' },
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
