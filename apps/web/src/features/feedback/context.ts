import type { FeedbackContext } from '@earworm/contracts';
import { isGameId } from '@earworm/rules';
import { languageNow } from '../../platform/i18n/texts.js';
import { clients } from '../../shared/live/clients.js';

const GAME_PAGE = /^\/(?:game|setup|stage|moderator-rejoin|admin\/operations)\/([^/]+)$/;

const gameIdIn = (page: string): string | null => {
  const gameId = GAME_PAGE.exec(page)?.[1];
  return gameId !== undefined && isGameId(gameId) ? gameId : null;
};

const codeOf = (gameId: string | null): string | null =>
  clients.all().find(({ state }) => state.view !== null && state.view.gameId === gameId)?.state.view?.gameCode ?? null;

/** The hash in the name of the entry script differs with every build. */
const buildOf = (page: Document): string => {
  const script = page.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return /-([\w-]{6,64})\.js$/.exec(script?.src ?? '')?.[1] ?? 'development';
};

export function contextOf(page: string): FeedbackContext {
  const gameId = gameIdIn(page);
  return {
    gameId: gameId as FeedbackContext['gameId'],
    gameCode: codeOf(gameId),
    page: page.slice(0, 200),
    viewportWidth: Math.round(innerWidth),
    viewportHeight: Math.round(innerHeight),
    language: languageNow(),
    build: buildOf(document),
  };
}
