import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { runIdentity, type RunningIdentity } from '../../testing/running-identity.js';
import { upgradeGuest, type UpgradeDependencies } from './upgrade-guest.js';

const ACCOUNT = { email: 'gus@example.org', displayName: 'Gus', password: 'secret1' };

describeWith('postgres', 'Sign-up of a guest in Keycloak', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let running: RunningIdentity;
  beforeAll(async () => {
    database = await freshDatabase();
    // Its database and tables; no other process takes a move from them meanwhile.
    running = await runIdentity({ DATABASE_URL: database.url }, { overrides: { guestMoveMs: 60_000 } });
  });
  afterAll(async () => {
    await running?.stop();
    await database?.drop();
  });

  /** What Keycloak is asked to change for a new guest who signs up. */
  async function signUp(movesTo: string | null) {
    const { db, moves } = running.identity;
    const id = randomUUID();
    await db.query('insert into keycloak_guest (subject, id, handed_out_at) values ($1, $2, now())', [
      randomUUID(),
      id,
    ]);
    if (movesTo !== null) await moves.begin(id, movesTo);
    const changes: string[] = [];
    const change = (what: string) => () => Promise.resolve(void changes.push(what));
    const users = {
      find: () => Promise.resolve({ id, enabled: true }),
      ...{ update: change('update'), setPassword: change('password'), join: change('join') },
      ...{ leave: change('leave'), unlink: change('unlink') },
    } as unknown as UpgradeDependencies['users'];
    const becameAccount = await upgradeGuest({ db, users, revocations: { endGuestLater: () => Promise.resolve() } })(
      id,
      ACCOUNT,
    );
    const [row] = await db.query('select account_id from guest_move where guest_id = $1', [id]);
    return { id, becameAccount, changes, movesTo: row?.account_id };
  }

  it('turns the guest into the account and records that its data stays with it', async () => {
    const { id, ...found } = await signUp(null);
    expect(found).toEqual({
      ...{ becameAccount: true, movesTo: id },
      changes: ['update', 'password', 'join', 'leave', 'unlink'],
    });
  });

  it('changes nothing for a guest that has signed in to another account', async () => {
    const account = randomUUID();
    expect(await signUp(account)).toMatchObject({ becameAccount: false, changes: [], movesTo: account });
  });
});
