import { useCallback, useMemo } from 'react';
import { messageOf } from '../../platform/i18n/t.js';
import type { Command } from '@earworm/rules';
import { notify } from '../../platform/notifications/notify.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import type { BoardPort, Refusal } from '../../shared/live/board.js';

type Give = (command: Command) => Promise<Refusal | null>;
export type GiveOrNotify = (command: Command) => Promise<boolean>;

export function useEdits({ send, client }: LiveGame): { giveOrNotify: GiveOrNotify; port: BoardPort } {
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
      async giveAll(edits, onDone) {
        for (const [index, edit] of edits.entries()) {
          const refusal = await give(edit);
          if (refusal && refusal.code !== 'id-taken') return refusal;
          onDone?.(index + 1);
        }
        return null;
      },
      versionNow: () => client.state.version,
      takesIncomplete: false,
      canUndo: false,
      readOnly: false,
    }),
    [give, client],
  );
  return { giveOrNotify, port };
}
