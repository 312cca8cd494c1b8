import { useCallback } from 'react';
import type { ErrorCode } from '@earworm/contracts';
import { messageOf } from '../../i18n/message.js';
import type { Command } from '@earworm/rules';
import { notify } from '../../app/notify.js';
import type { LiveGame } from '../../live/use-game.js';

export interface Refusal {
  readonly code: ErrorCode;
  readonly text: string;
}
/** Gives a command; null when it was accepted, else why not. */
export type Give = (command: Command) => Promise<Refusal | null>;
/** The same for buttons that have no place for a sentence of their own: it passes by at the top of the screen. */
export type GiveAndSay = (command: Command) => Promise<boolean>;

export function useEdits(send: LiveGame['send']): { give: Give; giveAndSay: GiveAndSay } {
  const give = useCallback<Give>(
    async (command) => {
      const answer = await send(command);
      return answer.ok ? null : { code: answer.code, text: messageOf(answer.code, answer.params) };
    },
    [send],
  );
  const giveAndSay = useCallback<GiveAndSay>(
    async (command) => {
      const refusal = await give(command);
      if (refusal) await notify(refusal.text, 'error');
      return refusal === null;
    },
    [give],
  );
  return { give, giveAndSay };
}
