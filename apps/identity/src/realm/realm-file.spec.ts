import { describe, expect, it } from '@jest/globals';
import { AUDIENCE, CLIENT_ID } from '../identity.config.js';
import { readRealm } from './realm-file.js';

const VARIABLES = {
  ...{ KEYCLOAK_REALM: 'quiz', KEYCLOAK_CLIENT_SECRET: 's3cret', PUBLIC_URL: 'https://quiz.example.org' },
  ASSERTION_KEYS_URL: 'https://quiz.example.org/keys',
};

describe('the realm file', () => {
  it('has its placeholders filled from variables, and keeps those of Keycloak', () => {
    const realm = readRealm(VARIABLES);
    expect(realm.realm).toBe('quiz');
    expect(realm.clients.map(({ secret }) => secret)).toEqual([undefined, 's3cret', 's3cret']);
    expect(realm.clients[0]?.redirectUris).toEqual(['https://quiz.example.org/*']);
    const text = JSON.stringify(realm);
    expect(text).not.toMatch(/\$\{[A-Z]/);
    expect(text).toContain('${username}');
  });

  it('names the variable that it needs and does not have', () => {
    expect(() => readRealm({ ...VARIABLES, KEYCLOAK_CLIENT_SECRET: undefined })).toThrow(/KEYCLOAK_CLIENT_SECRET/);
  });

  it('gives every client tokens for the audience of the services, and the web app its client', () => {
    const { clients } = readRealm(VARIABLES);
    expect(clients.map(({ clientId }) => clientId)).toContain(CLIENT_ID);
    for (const { protocolMappers } of clients)
      expect(protocolMappers.map(({ config }) => config)).toContainEqual(
        expect.objectContaining({ 'included.custom.audience': AUDIENCE }),
      );
  });
});
