import { randomBytes } from 'node:crypto';
import { AdminApi, type Json, type RealmSettings, type SyncOptions, syncRealm } from '@earworm/identity/realm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { signIn, signInAsGuest, signUp } from '@earworm/contracts';
import { adminApi } from '../harness/keycloak-server.js';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';
import { startIdentityOn } from './support/running-service.js';

describeWithKeycloak('the realm as code', (keycloak) => {
  const api = adminApi(keycloak);
  const settingsOf = (realm: string, more: Partial<RealmSettings> = {}): RealmSettings => ({
    realm,
    publicUrl: 'https://quiz.example.org',
    assertionKeysUrl: 'https://quiz.example.org/keys',
    clientSecret: 'a-secret-of-the-spec',
    ...more,
  });
  /** What a sync reports. */
  const sync = async (settings: RealmSettings, options: Omit<SyncOptions, 'report'> = {}) => {
    const lines: string[] = [];
    const report = (line: string) => void lines.push(line);
    const { newClientSecret, changes } = await syncRealm(api, settings, { ...options, report });
    expect(changes).toBe(lines.filter((line) => /^(created|changed) /.test(line)).length);
    return { lines, newClientSecret };
  };
  const newName = () => `sync-${randomBytes(4).toString('hex')}`;

  it('needs no change after Keycloak has imported the realm file', async () => {
    const { publicUrl, assertionKeysUrl, clientSecret } = keycloak.imported;
    const settings = { realm: 'earworm', publicUrl, assertionKeysUrl, clientSecret };
    expect(await sync(settings)).toEqual({ lines: [], newClientSecret: null });
  });

  it('creates a realm that is missing, with a client secret that is reported once', async () => {
    const settings = settingsOf(newName(), { clientSecret: undefined });
    const first = await sync(settings);
    expect(first.lines).toEqual([`created realm ${settings.realm}`]);
    expect(first.newClientSecret).toMatch(/^[\w-]{40,}$/);
    expect(await sync(settings)).toEqual({ lines: [], newClientSecret: null });
    expect(await sync({ ...settings, clientSecret: first.newClientSecret ?? '' })).toMatchObject({ lines: [] });
  });

  describe('after changes in the console', () => {
    const realm = newName();
    const path = `/${realm}`;
    const idOf = async (clientId: string) => {
      const [client] = (await api.get<{ id: string }[]>(`${path}/clients?clientId=${clientId}`)) ?? [];
      return client?.id ?? '';
    };
    beforeAll(async () => void (await sync(settingsOf(realm))));

    it('puts back what the realm file names and reports it by name', async () => {
      await api.send('PUT', path, { passwordPolicy: 'length(4)', eventsEnabled: false });
      await api.send('PUT', `${path}/clients/${await idOf('earworm-web')}`, { directAccessGrantsEnabled: true });
      await api.send('DELETE', `${path}/roles/registered`);
      const { lines } = await sync(settingsOf(realm));
      expect(lines).toEqual([
        `changed realm ${realm}: passwordPolicy (length(4) → length(6)), eventsEnabled (false → true)`,
        'created role registered',
        'changed group /registered: added registered',
        'changed client earworm-web: directAccessGrantsEnabled (true → false)',
        'changed scope of client earworm-web: added registered',
        'changed scope of client earworm-identity: added registered',
      ]);
      expect((await sync(settingsOf(realm))).lines).toEqual([]);
    });

    it('takes roles from groups and service accounts that the realm file does not give them', async () => {
      const group = await api.get<{ id: string }>(`${path}/group-by-path/guests`);
      const admin = await api.get<{ id: string; name: string }>(`${path}/roles/admin`);
      const { id = '', name = '' } = admin ?? {};
      await api.send('POST', `${path}/groups/${group?.id}/role-mappings/realm`, [{ id, name }]);
      expect((await sync(settingsOf(realm))).lines).toEqual(['changed group /guests: removed admin']);
    });

    it('leaves users, other clients and settings alone that the realm file does not name', async () => {
      await api.send('POST', `${path}/users`, { username: 'ada', enabled: false, groups: ['/registered'] });
      await api.send('POST', `${path}/clients`, { clientId: 'other-client', enabled: true, publicClient: true });
      await api.send('PUT', path, { displayNameHtml: '<b>Quiz</b>' });
      const look = async () => {
        const settings = await api.get<{ displayNameHtml: string }>(path);
        return {
          users: await api.get(`${path}/users`),
          client: await api.get(`${path}/clients?clientId=other-client`),
          html: settings?.displayNameHtml,
        };
      };
      const before = await look();
      expect(before).toMatchObject({ users: [{ username: 'ada' }], client: [{}], html: '<b>Quiz</b>' });
      const { lines } = await sync(settingsOf(realm, { clientSecret: 'another-secret-of-the-spec' }));
      expect(lines).toEqual(['changed client earworm-identity: secret', 'changed client earworm-guests: secret']);
      expect(await look()).toEqual(before);
    });

    it('takes the service account of a client that may manage this realm alone', async () => {
      const own = {
        clientId: 'realm-sync',
        secret: 'of-the-client',
        serviceAccountsEnabled: true,
        publicClient: false,
      };
      await api.send('POST', `${path}/clients`, own);
      const user = await api.get<{ id: string }>(`${path}/clients/${await idOf('realm-sync')}/service-account-user`);
      const management = await idOf('realm-management');
      const role = await api.get<Json>(`${path}/clients/${management}/roles/realm-admin`);
      await api.send('POST', `${path}/users/${user?.id}/role-mappings/clients/${management}`, [role ?? null]);
      const credentials = { clientId: own.clientId, clientSecret: own.secret };
      const limited = new AdminApi({ url: keycloak.url, adminRealm: realm, credentials });
      await api.send('PUT', path, { passwordPolicy: 'length(4)' });
      const lines: string[] = [];
      await syncRealm(limited, settingsOf(realm, { clientSecret: undefined }), { report: (line) => lines.push(line) });
      expect(lines).toEqual([`changed realm ${realm}: passwordPolicy (length(4) → length(6))`]);
    });

    it('sets the mail server, and its password again only when that has changed', async () => {
      const mail = (password: string) =>
        settingsOf(realm, {
          clientSecret: undefined,
          mail: { url: `smtp://quiz:${password}@mail.example.org`, from: 'Earworm <quiz@example.org>' },
        });
      const first = await sync(mail('first'));
      expect(first.lines).toEqual([expect.stringMatching(/smtpServer\.host.*smtpServer\.from/)]);
      expect((await sync(mail('first'))).lines).toEqual([]);
      expect((await sync(mail('second'))).lines).toEqual([`changed realm ${realm}: attributes.smtpPasswordHash`]);
      // Without SMTP_URL it stays.
      expect((await sync(settingsOf(realm, { clientSecret: undefined }))).lines).toEqual([]);
      const current = await api.get<{ smtpServer: object }>(path);
      expect(current?.smtpServer).toMatchObject({ host: 'mail.example.org', user: 'quiz' });
    });
  });

  describe('in the realm of another application', () => {
    const realm = newName();
    const path = `/${realm}`;
    const COMPANY = {
      realm,
      enabled: true,
      sslRequired: 'all',
      passwordPolicy: 'length(14) and specialChars(2)',
      accessTokenLifespan: 120,
      roles: { realm: [{ name: 'admin', description: 'Runs the company' }, { name: 'accounting' }] },
      groups: [{ name: 'registered', path: '/registered', realmRoles: ['accounting'] }],
      users: [{ username: 'bob', enabled: true, realmRoles: ['accounting'] }],
    };
    const profilePath = `${path}/users/profile`;
    const look = async () => ({
      settings: await api.get<Record<string, Json>>(path),
      profile: await api.get<{ attributes: { name: string; required?: Json }[] }>(profilePath),
      users: await api.get(`${path}/users?username=bob`),
      admin: await api.get(`${path}/roles/admin`),
    });
    const settings = settingsOf(realm, { mail: { url: 'smtp://mail.example.org', from: 'quiz@example.org' } });
    const refusal = /was not created by Earworm.*KEYCLOAK_REALM.*--adopt/;
    beforeAll(async () => {
      await api.send('POST', '', COMPANY);
      api.renewToken();
      const profile = await api.get<{ attributes: Json[] }>(profilePath);
      const department = {
        name: 'department',
        required: { roles: ['user'] },
        permissions: { view: ['admin'], edit: ['admin'] },
      };
      await api.send('PUT', profilePath, { ...profile, attributes: [...(profile?.attributes ?? []), department] });
    });

    it('changes nothing unless it is told to adopt the realm', async () => {
      const before = await look();
      await expect(sync(settings)).rejects.toThrow(refusal);
      await expect(sync(settings, { dryRun: true })).rejects.toThrow(refusal);
      expect(await look()).toEqual(before);
    });

    it('reports in a dry run what an adoption would do, and changes nothing', async () => {
      const before = await look();
      const { lines } = await sync(settings, { adopt: true, dryRun: true });
      expect(lines).toEqual(
        expect.arrayContaining([
          `changed realm ${realm}: attributes.earwormRealm (not set → adopted)`,
          'changed user profile: no longer required: lastName, department',
          'uses role admin of the realm: who has it there has it in Earworm, too',
          'created role guest',
          'created group /guests',
          'changed group /registered: added registered',
          'created identity provider earworm-guests',
          'created client earworm-identity',
        ]),
      );
      expect(lines.join()).not.toContain('a-secret-of-the-spec');
      expect(await look()).toEqual(before);
    });

    it('adopts it: adds its own roles, groups and clients, requires less of users, and leaves the rest as it was', async () => {
      const before = await look();
      await sync(settings, { adopt: true });
      const after = await look();
      const attributes = (before.profile?.attributes ?? []).map(({ required, ...attribute }) =>
        ['firstName', 'email'].includes(attribute.name) ? { ...attribute, required } : attribute,
      );
      expect(attributes.map(({ name }) => name)).toContain('department');
      expect(after).toEqual({
        ...before,
        profile: { ...before.profile, attributes },
        settings: {
          ...before.settings,
          attributes: { ...(before.settings?.['attributes'] as object), earwormRealm: 'adopted' },
        },
      });
      const group = await api.get<{ id: string }>(`${path}/group-by-path/registered`);
      const roles = await api.get<{ name: string }[]>(`${path}/groups/${group?.id}/role-mappings/realm`);
      expect(roles?.map(({ name }) => name).sort()).toEqual(['accounting', 'registered']);
      expect((await sync(settings)).lines).toEqual([]);
    });

    it('requires an e-mail address no longer where guests could not be created without one', async () => {
      for (const [required, line] of [
        [{ roles: ['admin', 'user'] }, ['changed user profile: no longer required: email']],
        [{}, ['changed user profile: no longer required: email']],
        [{ roles: ['user'] }, []],
        [{ scopes: ['email'] }, []],
      ] as const) {
        const profile = await api.get<{ attributes: { name: string; required?: Json }[] }>(profilePath);
        const attributes = profile?.attributes.map((each) => (each.name === 'email' ? { ...each, required } : each));
        await api.send('PUT', profilePath, { ...profile, attributes: attributes ?? [] });
        expect((await sync(settings)).lines).toEqual(line);
      }
    });

    it('lets guests and accounts sign in to a realm whose users have to have more than they have', async () => {
      const identity = await startIdentityOn(keycloak, {}, { adopted: {} });
      try {
        const guest = await identity.read(await identity.call(signInAsGuest, {}));
        expect(guest).toMatchObject({ isGuest: true });
        const account = { email: 'ada@example.org', password: 'secret1', device: 'the-browser-of-ada' };
        const { userId } = await identity.read(await identity.call(signUp, { ...account, displayName: 'Ada' }));
        expect(await identity.read(await identity.call(signIn, account))).toMatchObject({ userId, isGuest: false });
      } finally {
        await identity.stop();
      }
    });

    it('puts back only what is its own in an adopted realm', async () => {
      const [client] = (await api.get<{ id: string }[]>(`${path}/clients?clientId=earworm-web`)) ?? [];
      await api.send('PUT', `${path}/clients/${client?.id}`, { directAccessGrantsEnabled: true });
      await api.send('PUT', path, { passwordPolicy: 'length(20)' });
      expect((await sync(settings)).lines).toEqual([
        'changed client earworm-web: directAccessGrantsEnabled (true → false)',
      ]);
      expect((await look()).settings).toMatchObject({ passwordPolicy: 'length(20)' });
    });

    it('ends as the last of two releases wants it that sync it in turn, with the users and settings of the company', async () => {
      const before = await look();
      const other = { ...settings, publicUrl: 'https://next.example.org' };
      const clients = async () =>
        (await api.get<{ clientId: string }[]>(`${path}/clients?clientId=earworm-next`)) ?? [];
      for (const turn of [1, 2]) {
        const { lines } = await sync(other);
        expect(lines).toEqual([expect.stringMatching(/^changed client earworm-web: .*next\.example\.org/)]);
        // A later release may bring a client that an earlier one does not know.
        if (turn === 1) await api.send('POST', `${path}/clients`, { clientId: 'earworm-next' });
        expect((await sync(settings)).lines).toEqual([expect.stringMatching(/^changed client earworm-web: /)]);
        expect((await sync(settings)).lines).toEqual([]);
      }
      expect(await look()).toEqual(before);
      expect(await clients()).toHaveLength(1);
    });
  });

  it('takes a realm as its own that an earlier release created without a mark', async () => {
    const settings = settingsOf(newName());
    await sync(settings);
    await api.send('PUT', `/${settings.realm}`, { attributes: { adminEventsExpiration: '604800', earwormRealm: '' } });
    const { lines } = await sync(settings);
    expect(lines).toEqual([`changed realm ${settings.realm}: attributes.earwormRealm (not set → created)`]);
  });

  it('reports in a dry run that it would create a missing realm, without making one', async () => {
    const settings = settingsOf(newName(), { clientSecret: undefined });
    expect(await sync(settings, { dryRun: true })).toEqual({
      lines: [`created realm ${settings.realm}`],
      newClientSecret: null,
    });
    expect(await api.get(`/${settings.realm}`)).toBeUndefined();
  });
});
