import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@earworm/service-kit/config';
import { loadSyncConfig } from './sync.config.js';

const LEAST = {
  ...{ KEYCLOAK_URL: 'https://sso.example.org', PUBLIC_URL: 'https://quiz.example.org/' },
  ...{ KEYCLOAK_ADMIN: 'admin', KEYCLOAK_ADMIN_PASSWORD: 'secret' },
};
const problemsOf = (env: Record<string, string>) => {
  try {
    loadSyncConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ variable }) => variable);
    throw error;
  }
  return [];
};

describe('the configuration of the sync', () => {
  it('needs an address, the origin of the web app and an administrator', () => {
    expect(loadSyncConfig(LEAST)).toEqual({
      admin: {
        ...{ url: 'https://sso.example.org', adminRealm: 'master' },
        credentials: { username: 'admin', password: 'secret' },
      },
      settings: {
        ...{ realm: 'earworm', publicUrl: 'https://quiz.example.org', origins: [] },
        assertionKeysUrl: 'https://quiz.example.org/realms/earworm/protocol/openid-connect/certs',
        ...{ clientSecret: undefined, mail: undefined },
      },
    });
    expect(problemsOf({ ...LEAST, KEYCLOAK_URL: '', PUBLIC_URL: '' })).toEqual(['KEYCLOAK_URL', 'PUBLIC_URL']);
    expect(problemsOf({ ...LEAST, KEYCLOAK_ADMIN_PASSWORD: '' })).toEqual(['KEYCLOAK_ADMIN']);
    expect(problemsOf({ ...LEAST, KEYCLOAK_ADMIN_CLIENT: 'sync' })).toEqual(['KEYCLOAK_ADMIN_CLIENT_SECRET']);
  });

  it('takes a client in place of an administrator, and the further origins of the web app', () => {
    const { admin, settings } = loadSyncConfig({
      ...{ ...LEAST, KEYCLOAK_ADMIN: '', KEYCLOAK_ADMIN_PASSWORD: '' },
      ...{ KEYCLOAK_ADMIN_CLIENT: 'sync', KEYCLOAK_ADMIN_CLIENT_SECRET: 'secret' },
      ...{ LAN_URL: 'http://192.168.0.7:3000/', ALLOWED_ORIGINS: 'https://a.example.org, https://b.example.org' },
    });
    expect(admin.credentials).toEqual({ clientId: 'sync', clientSecret: 'secret' });
    expect(settings.origins).toEqual(['http://192.168.0.7:3000', 'https://a.example.org', 'https://b.example.org']);
  });

  it('refuses an origin that is none, and a client secret that can be guessed', () => {
    expect(problemsOf({ ...LEAST, ALLOWED_ORIGINS: 'quiz' })).toEqual(['ALLOWED_ORIGINS']);
    expect(problemsOf({ ...LEAST, KEYCLOAK_CLIENT_SECRET: 'secret' })).toEqual(['KEYCLOAK_CLIENT_SECRET']);
  });
});
