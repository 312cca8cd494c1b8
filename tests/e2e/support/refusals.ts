import type { BrowserContext } from 'playwright-core';
import type { Command, ErrorCode, Params } from '@earworm/contracts';

interface Refusal {
  readonly code: ErrorCode;
  readonly params?: Params;
}

interface CommandFrame {
  readonly type: string;
  readonly id?: string;
  readonly command?: { readonly type: Command['type'] };
}

/**
 * From now on the next command of a kind can be refused in the server's place, for refusals that need a race to
 * happen. Call it before the first page is opened.
 */
export async function refusableCommands(context: BrowserContext) {
  const next = new Map<Command['type'], Refusal>();
  await context.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, command } = JSON.parse(String(message)) as CommandFrame;
      const refusal = command && next.get(command.type);
      if (!refusal) return server.send(message);
      next.delete(command.type);
      socket.send(JSON.stringify({ type: 'answer', id, ok: false, ...refusal }));
    });
  });
  return (type: Command['type'], code: ErrorCode, params?: Params) => void next.set(type, { code, params });
}
