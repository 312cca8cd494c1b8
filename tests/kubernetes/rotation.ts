import { createHttp } from '@earworm/client';
import { RELEASE, type Release } from './release.js';

/** Keys of the release's Secret that a rotation leaves as they are. */
const KEPT = ['MINIO_ACCESS_KEY', 'KEYCLOAK_FORMER_ADMIN_PASSWORD'];
const ADMIN_EMAIL = 'admin@earworm.local';

type Passwords = Readonly<Record<string, string>>;

/**
 * Gives all servers, services and administrators of all-in-one new passwords, as docs/runbooks/rotate-keys.md says. Resolves with what
 * is wrong.
 */
export async function checkRotation(
  release: Release,
  values: readonly string[],
  report: (what: string) => void,
): Promise<string[]> {
  try {
    const former = await passwordsOf(release);
    const since = performance.now();
    await release.upgrade([...values, 'allInOne.passwords=rotated']);
    report(`new passwords for everything: took ${((performance.now() - since) / 1_000).toFixed(1)} s`);
    const current = await passwordsOf(release);
    const found = Object.keys(former)
      .filter((key) => !KEPT.includes(key) && former[key] === current[key])
      .map((key) => `rotation: ${key} has not changed`);
    for (const name of await acceptedOf(release, former)) found.push(`rotation: the former ${name} is still accepted`);
    const accepted = await acceptedOf(release, current);
    for (const name of Object.keys(await attemptsOf(release)))
      if (!accepted.includes(name)) found.push(`rotation: the new ${name} is refused`);
    await release.test().catch((error: unknown) => found.push(`rotation: ${String(error)}`));
    return found;
  } catch (error) {
    return [`rotation: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function passwordsOf({ cluster }: Release): Promise<Passwords> {
  const secret = await cluster.kubectl(['get', 'secret', RELEASE, '--output', 'json']);
  const { data } = JSON.parse(secret) as { data: Record<string, string> };
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
}

type Attempt = (password: string) => Promise<unknown>;

/** How a password is tried, by its key; services that are ready have shown theirs. */
async function attemptsOf(release: Release): Promise<Record<string, Attempt>> {
  const { cluster } = release;
  const baseUrl = await release.url();
  return {
    ADMIN_PASSWORD: (password) => createHttp({ baseUrl }).call('signIn', { body: { email: ADMIN_EMAIL, password } }),
    // By the address of the pod: the image asks no password of connections over loopback, as forwarded ones are.
    POSTGRES_ADMIN_PASSWORD: (password) => {
      const script = 'PGPASSWORD="$1" psql --host "$(hostname -i)" --username postgres --command "select 1" earworm';
      return cluster.kubectl(['exec', `${RELEASE}-postgres-0`, '--', 'sh', '-c', script, 'sh', password]);
    },
    KEYCLOAK_ADMIN_PASSWORD: async (password) => {
      const { port, close } = await cluster.forward(`service/${RELEASE}-keycloak`, 8080);
      const url = `http://127.0.0.1:${port}/realms/master/protocol/openid-connect/token`;
      const body = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username: 'admin', password });
      const { status } = await fetch(url, { method: 'POST', body }).finally(close);
      if (status !== 200) throw new Error(`Keycloak answers ${status}`);
    },
  };
}

async function acceptedOf(release: Release, passwords: Passwords): Promise<string[]> {
  const accepted: string[] = [];
  for (const [key, attempt] of Object.entries(await attemptsOf(release))) {
    const isAccepted = await attempt(passwords[key] ?? '').then(
      () => true,
      () => false,
    );
    if (isAccepted) accepted.push(key);
  }
  return accepted;
}
