import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PATHS } from '@earworm/contracts';
import { CreateGame } from '@earworm/rules';
import type { BareGames } from './bare-games.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const HEAD = Buffer.from(JSON.stringify({ alg: 'ES256' })).toString('base64url');

/** A token with a signature, as a guest's is; nobody verifies it. */
export function signed(userId: string): string {
  const text = `${HEAD}.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** Looks like a token to a client; contains only the user and is never verified. */
const tokenFor = (userId: string) => `bare.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}.bare`;

export const userOf = (token: string): string => {
  const { sub }: { sub?: unknown } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return String(sub);
};

/** The two calls that every client makes before a game begins. */
export async function answerHttp(games: BareGames, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const reply = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  if (request.url === PATHS.guest.path) return void reply({ access_token: tokenFor(randomUUID()) });
  if (request.url !== PATHS.createGame.path) return void response.writeHead(404).end('{}');
  const gameId = randomUUID();
  const { moderatorName, categories }: { moderatorName?: unknown; categories?: unknown } = JSON.parse(body);
  const gameCode = gameId.slice(0, 6).toUpperCase().replace(/[01]/g, '2');
  const command = CreateGame.parse({ type: 'createGame', gameCode, moderatorName, categories });
  const moderator = userOf(request.headers.authorization?.slice('Bearer '.length) ?? '');
  games.create(gameId, gameCode).give(moderator, randomUUID(), command, () => reply({ gameId, gameCode }));
}
