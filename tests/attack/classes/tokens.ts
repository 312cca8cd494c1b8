import { CLOSE_CODES } from '@earworm/contracts';
import { forgedTokens } from '@earworm/service-kit/testing/forged-tokens';
import { attempt, type AttackClass, unlessOneOf } from '../attempt.js';
import type { Target } from '../target.js';

const REALM = '/realms/earworm/protocol/openid-connect';

/** Forged tokens, on HTTP, on a socket and at the realm. */
export function tokens(target: Target): AttackClass {
  return {
    name: 'tokens',
    atOnce: 8,
    async attempts() {
      const address = target.address();
      const response = await target.send('/api/identity/guest', { method: 'POST', body: '{}', address });
      const { access_token: genuine, refresh_token: refresh } = JSON.parse(response.text) as Record<string, string>;
      if (genuine === undefined) throw new Error(`no guest: ${response.status}`);
      const { gameId } = await target.game(await target.guest());
      const { keys } = JSON.parse((await target.send(`${REALM}/certs`)).text) as { keys: Record<string, string>[] };
      const forged = [
        ...(await forgedTokens(genuine, keys[0] ?? {})),
        ...(refresh === undefined ? [] : [['that is a refresh token', refresh] as const]),
        ['longer than any of ours', 'x'.repeat(5_900)] as const,
      ];
      const onHttp = (token: string) => target.send('/api/history', { token, address });
      const onSocket = async (token: string) => {
        const socket = await target.socket();
        socket.hello({ gameId, token });
        return socket.closed();
      };
      const atRealm = (token: string) => target.send(`${REALM}/userinfo`, { token, address });
      return [
        attempt('the genuine one', async () => unlessOneOf((await onHttp(genuine)).status, 200)),
        ...forged.flatMap(([how, token]) => [
          attempt(`${how}, on HTTP`, async () => unlessOneOf((await onHttp(token)).status, 401)),
          attempt(`${how}, on a socket`, async () =>
            unlessOneOf(await onSocket(token), CLOSE_CODES.unauthenticated, CLOSE_CODES['token-expired']),
          ),
          attempt(`${how}, at the realm`, async () => {
            const { status } = await atRealm(token);
            return status >= 400 && status < 500 ? null : `${status} instead of a refusal`;
          }),
        ]),
      ];
    },
  };
}
