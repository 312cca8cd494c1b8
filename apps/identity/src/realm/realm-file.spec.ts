import { describe, expect, it } from '@jest/globals';
import { AUDIENCE, CLIENT_ID } from '../identity.config.js';
import { readRealm } from './realm-file.js';

const VARIABLES = {
  ...{ KEYCLOAK_REALM: 'quiz', KEYCLOAK_CLIENT_SECRET: 's3cret', PUBLIC_URL: 'https://quiz.example.org' },
  ASSERTION_KEYS_URL: 'https://quiz.example.org/keys',
};

describe('the realm file', () => {
  it('fills placeholders from variables, and keeps Keycloak’s own', () => {
    const realm = readRealm(VARIABLES);
    expect(realm.realm).toBe('quiz');
    expect(realm.clients.map(({ secret }) => secret)).toEqual([undefined, 's3cret', 's3cret']);
    expect(realm.clients[0]?.redirectUris).toEqual(['https://quiz.example.org/*']);
    const text = JSON.stringify(realm);
    expect(text).not.toMatch(/\$\{[A-Z]/);
    expect(text).toContain('${username}');
  });

  it('names a missing variable', () => {
    expect(() => readRealm({ ...VARIABLES, KEYCLOAK_CLIENT_SECRET: undefined })).toThrow(/KEYCLOAK_CLIENT_SECRET/);
  });

  it('sets the audience of the services for every client, and contains the web client', () => {
    const { clients } = readRealm(VARIABLES);
    expect(clients.map(({ clientId }) => clientId)).toContain(CLIENT_ID);
    for (const { protocolMappers } of clients)
      expect(protocolMappers.map(({ config }) => config)).toContainEqual(
        expect.objectContaining({ 'included.custom.audience': AUDIENCE }),
      );
  });
});
