import { useCallback, useMemo } from 'react';
import { messageOf } from '../../platform/i18n/t.js';
import { type RouteInput, RefusedError } from '@earworm/contracts';
import type { Command, GameId } from '@earworm/rules';
import { http } from '../../platform/http/http.js';
import { notify } from '../../platform/notifications/notify.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import type { BoardPort, Refusal } from '../../shared/live/board.js';

type Give = (command: Command) => Promise<Refusal | null>;
export type GiveOrNotify = (command: Command) => Promise<boolean>;

/** A list is longer than a frame of the socket. */
async function addQuestions(
  gameId: GameId,
  body: RouteInput<'addQuestions'>['body'],
): Promise<Refusal | { readonly questions: number }> {
  try {
    return await http.call('addQuestions', { params: { gameId }, body });
  } catch (error) {
    const { code, params } = error instanceof RefusedError ? error : new RefusedError('unavailable');
    const id = params['id'];
    return { code, text: messageOf(code, params), id: id === undefined ? undefined : String(id) };
  }
}

export function useEdits({ send, client }: LiveGame, gameId: GameId): { giveOrNotify: GiveOrNotify; port: BoardPort } {
  const give = useCallback<Give>(
    async (command) => {
      const answer = await send(command);
      return answer.ok ? null : { code: answer.code, text: messageOf(answer.code, answer.params) };
    },
    [send],
  );
  const giveOrNotify = useCallback<GiveOrNotify>(
    async (command) => {
      const refusal = await give(command);
      if (refusal) await notify(refusal.text, 'error');
      return refusal === null;
    },
    [give],
  );
  const port = useMemo<BoardPort>(
    () => ({
      give,
      async addList(categories, commandId) {
        const added = await addQuestions(gameId, { commandId, categories: [...categories] });
        return 'code' in added ? added : null;
      },
      addTemplate: ({ templateId }, commandId) => addQuestions(gameId, { commandId, templateId }),
      versionNow: () => client.state.version,
      takesIncomplete: false,
      canUndo: false,
      readOnly: false,
    }),
    [give, client, gameId],
  );
  return { giveOrNotify, port };
}
