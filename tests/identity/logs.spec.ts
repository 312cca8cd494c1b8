import { createHttp, newId } from '@earworm/client';
import { tamperedToken } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { useAccount } from '../services/support/whole-run.js';
import { ADMIN_ENV } from '../harness/prepared-data.js';
import { describeWithProvider } from './support/describe-with-provider.js';

describeWithProvider('debug logs', ({ start }) => {
  it('contain no token, password, reset link, client secret, name or e-mail address of an account', async () => {
    const product = await start({ env: { LOG_LEVEL: 'debug', ...ADMIN_ENV } });
    try {
      const secrets = new Set<string>(product.secrets);
      const [name, email] = ['Rosa Quittenbaum', `${newId().toLowerCase()}@quittenbaum.example`];
      const passwords = ['nine-lives-of-a-cat-42', 'ten-lives-of-a-cat-42', 'no-lives-of-a-cat-42'] as const;
      await useAccount(product.url, { name, email, passwords }, secrets);
      const http = createHttp({ baseUrl: product.url });
      const tokens = await http.call('signIn', { body: { email, password: passwords[1] } });
      for (const token of [tokens.access_token, tokens.refresh_token]) secrets.add(token);
      const authorization = `Bearer ${tamperedToken(tokens.access_token, { sub: 'another-user' })}`;
      expect((await fetch(`${product.url}/api/history`, { headers: { authorization } })).status).toBe(401);
      await http.call('signOut', { body: { refreshToken: tokens.refresh_token } });
      // All of it has been printed once it has ended.
      await product.stop();
      expect(product.output).toContain('/api/identity/sign-out');
      expect([...secrets].filter((secret) => product.output.includes(secret))).toEqual([]);
      expect(product.output).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    } finally {
      await product.stop();
    }
  });
});
