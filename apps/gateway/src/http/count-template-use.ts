import { countTemplateUse, type GameId, type TemplateId } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { ask } from '../calls/ask.js';

/** Counts a game that was made from a template. A game that could not be counted is still a game. */
export async function countUse({ bus, log }: Kit, templateId: TemplateId, gameId: GameId): Promise<void> {
  await ask(bus, countTemplateUse, { templateId, gameId }).catch((error: unknown) =>
    log.warn({ err: error, gameId }, 'a use of a template was not counted'),
  );
}
