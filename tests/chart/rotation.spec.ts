import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { CHART, describeWithHelm, KUBERNETES, run } from './support/helm.js';
import type { Manifest } from './support/manifests.js';
import { clusterWith } from './support/cluster-with-secret.js';

/** `npm run robustness -- kubernetes` rotates the passwords of a release that runs. */
describeWithHelm('passwords of all-in-one in an upgrade', () => {
  let folder: string;
  let cluster: Awaited<ReturnType<typeof clusterWith>>;
  let installed: Manifest | null = null;
  beforeAll(async () => {
    folder = await temporaryFolder('rotation');
    cluster = await clusterWith(() => installed as unknown as Record<string, unknown> | null, folder);
  });
  afterAll(async () => {
    cluster?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The Secret as helm would leave it, which is then in the cluster. */
  async function upgrade(passwords?: string): Promise<Manifest> {
    const values = ['--values', join(CHART, 'values-all-in-one.yaml')];
    const set = passwords === undefined ? [] : ['--set-string', `allInOne.passwords=${passwords}`];
    const on = ['--dry-run=server', '--kubeconfig', cluster.kubeconfig, '--namespace', 'shows', '--is-upgrade'];
    const { code, stdout, stderr } = await run('helm', [
      'template',
      'earworm',
      CHART,
      ...KUBERNETES,
      ...values,
      ...set,
      ...on,
    ]);
    if (code !== 0) throw new Error(stderr);
    const secret = parseAllDocuments(stdout)
      .map((document) => document.toJS() as Manifest | null)
      .find((manifest) => manifest?.kind === 'Secret');
    installed = secret ?? null;
    if (!secret) throw new Error('there is no Secret');
    return secret;
  }
  const keysThatDiffer = (one: Manifest, other: Manifest) =>
    Object.keys(one.data ?? {}).filter((key) => one.data?.[key] !== other.data?.[key]);
  const FORMER = 'KEYCLOAK_FORMER_ADMIN_PASSWORD';

  it('remain until a new value is given, then all are new, and the former one of Keycloak’s administrator is kept', async () => {
    const first = await upgrade();
    expect(first.data?.[FORMER]).toBe('');
    expect(keysThatDiffer(first, await upgrade())).toEqual([]);

    const second = await upgrade('2026-11-30');
    const kept = Object.keys(first.data ?? {}).filter((key) => !keysThatDiffer(first, second).includes(key));
    expect(kept).toEqual(['MINIO_ACCESS_KEY']);
    expect(second.data?.[FORMER]).toBe(first.data?.['KEYCLOAK_ADMIN_PASSWORD']);

    // The same upgrade again, as after a failure, and one without the value.
    for (const passwords of ['2026-11-30', undefined]) {
      const again = await upgrade(passwords);
      expect(keysThatDiffer(second, again)).toEqual([]);
      expect(again.metadata.annotations?.['earworm-passwords']).toBe('2026-11-30');
    }
    const third = await upgrade('2026-12-24');
    expect(third.data?.[FORMER]).toBe(second.data?.['KEYCLOAK_ADMIN_PASSWORD']);
  });
});
