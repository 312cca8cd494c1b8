import { describe, expect, it } from '@jest/globals';
import { loadIdentityConfig, refuseCommonAdminPassword } from './identity.config.js';

const DATABASE_URL = 'postgres://localhost/identity';

describe('The identity service', () => {
  it('refuses the embedded provider in production without EMBEDDED_OIDC', () => {
    const start = (EMBEDDED_OIDC?: string) =>
      loadIdentityConfig({ DATABASE_URL, NODE_ENV: 'production', EMBEDDED_OIDC });
    expect(() => start()).toThrow('set EMBEDDED_OIDC=i-understand to use it in production all the same');
    expect(() => start('yes')).toThrow('EMBEDDED_OIDC');
    expect(start('i-understand').EMBEDDED_OIDC).toBe('i-understand');
  });

  it('requires PUBLIC_URL for mailed links', () => {
    const smtp = { DATABASE_URL, SMTP_URL: 'smtp://mail.example.org' };
    expect(() => loadIdentityConfig(smtp)).toThrow('PUBLIC_URL: is needed when SMTP_URL is set');
    expect(loadIdentityConfig({ ...smtp, PUBLIC_URL: 'https://quiz.example.org' }).SMTP_URL).toBe(smtp.SMTP_URL);
  });

  it('refuses a common administrator’s password', async () => {
    const start = (ADMIN_PASSWORD?: string) =>
      refuseCommonAdminPassword(loadIdentityConfig({ DATABASE_URL, ADMIN_PASSWORD }));
    await expect(start('Password1')).rejects.toThrow('ADMIN_PASSWORD: is one of the most used passwords');
    await start('chosen by the operator');
    await start();
  });
});
