import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { ROOT } from '../harness/root.js';
import { describeWithHelm, lint, rendered, run, SET_NAMES, template, type ValueSet } from './support/helm.js';
import { component, containersOf, isSelected, type Manifest, of, podsOf } from './support/manifests.js';

const SCHEMAS = join(ROOT, 'helm', 'schemas');
const SERVICES = ['feedback', 'game', 'gateway', 'identity', 'library', 'rate-limit', 'shows', 'telemetry'];
/** As kubeconform names it. */
const schemaOf = ({ kind, apiVersion }: Manifest) => {
  const [version, group] = apiVersion.split('/').toReversed();
  return `${[kind.toLowerCase(), group?.split('.')[0], version].filter(Boolean).join('-')}.json`;
};

describeWithHelm('manifests of the chart', () => {
  const sets = new Map<ValueSet, Manifest[]>();
  beforeAll(async () => {
    for (const set of SET_NAMES) sets.set(set, await rendered({ set }));
  });
  const each = () => [...sets.values()];
  const manifestsOf = (set: ValueSet) => sets.get(set) ?? [];

  it.each(SET_NAMES)('pass helm lint --strict for: %s', async (set) => {
    const { code, stdout, stderr } = await lint({ set });
    expect({ code, text: `${stdout}${stderr}` }).toMatchObject({ code: 0 });
  });

  it.each(SET_NAMES)('match the schemas of Kubernetes, without unknown fields, for: %s', async (set) => {
    const { stdout: manifests } = await template({ set });
    const location = join(SCHEMAS, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
    const { stdout } = await run('kubeconform', ['-strict', '-summary', '-schema-location', location], manifests);
    expect(stdout).toMatch(/Valid: [1-9]\d*, Invalid: 0, Errors: 0, Skipped: 0/);
  });

  it('use exactly the kinds whose schemas are present', () => {
    const used = new Set(each().flat().map(schemaOf));
    expect([...used].toSorted()).toEqual(readdirSync(SCHEMAS).toSorted());
  });

  it.each(SET_NAMES)('contain a deployment of the same form for each service, for: %s', (set) => {
    const deployments = of(manifestsOf(set), 'Deployment');
    expect(deployments.map(component)).toEqual(SERVICES);
    const shapes = deployments.map(({ spec: { template } }) => {
      const [container] = template.spec.containers;
      return Object.keys({ ...template.spec, ...container }).filter((key) => key !== 'initContainers');
    });
    expect(new Set(shapes.map((keys) => keys.toSorted().join()))).toHaveProperty('size', 1);
  });

  it.each(SET_NAMES)('run pods that meet the restricted profile on a read-only root for: %s', (set) => {
    for (const [name, pod] of podsOf(manifestsOf(set))) {
      expect([name, pod]).toMatchObject([
        name,
        {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        },
      ]);
      for (const volume of pod.volumes ?? [])
        expect(['emptyDir', 'configMap', 'secret', 'projected', 'persistentVolumeClaim']).toEqual(
          expect.arrayContaining(Object.keys(volume).filter((key) => key !== 'name')),
        );
      for (const container of containersOf(pod)) {
        expect([name, container]).toMatchObject([
          name,
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
          },
        ]);
      }
    }
  });

  it('name no users where the platform assigns them, and otherwise the operator’s', async () => {
    const ids = /(runAsUser|runAsGroup|fsGroup): (\d+)/g;
    const named = async (value: string) => {
      const values = [`pods.user=${value}`, 'backup.enabled=true', 'backup.storage.fixPermissions=true'];
      const all = await Promise.all([
        template({ set: 'own servers', values }),
        template({ set: 'all in one', values }),
      ]);
      expect(all.map(({ code }) => code)).toEqual([0, 0]);
      return new Set(all.flatMap(({ stdout }) => [...stdout.matchAll(ids)].map(([, , id]) => id)));
    };
    expect(await named('null')).toEqual(new Set());
    const users = await named('70000');
    expect(users).toEqual(new Set(['70000', '999', '1000', '65532', '0']));
  });

  it('give volumes that ignore fsGroup to their users, as root and only when told to', async () => {
    const values = ['backup.storage.fixPermissions=true', 'allInOne.storage.fixPermissions=true'];
    const fixed = podsOf(await rendered({ set: 'all in one, one origin', values })).flatMap(([name, pod]) =>
      (pod.initContainers ?? [])
        .filter((container) => container.name === 'fix-permissions')
        .map((container) => [name, container.command?.at(-1), container.securityContext?.['runAsUser']]),
    );
    const chown = (user: number, path: string) =>
      `[ $(stat -c %u ${path}) = ${user} ] || chown -R ${user}:${user} ${path}`;
    expect(fixed).toEqual([
      ['StatefulSet earworm-minio', chown(65_532, '/data'), 0],
      ['StatefulSet earworm-postgres', chown(999, '/var/lib/postgresql'), 0],
      [expect.stringMatching(/^Job earworm-backup-check-1-[0-9a-f]{8}$/), chown(65_532, '/backups'), 0],
      ['CronJob earworm-backup', chown(65_532, '/backups'), 0],
    ]);
    const { code, stdout } = await template({ set: 'all in one, one origin' });
    expect({ code, asRoot: stdout.includes('runAsUser: 0') }).toEqual({ code: 0, asRoot: false });
    const withoutVolumes = await template({ set: 'all in one', values: [...values, 'allInOne.storage.enabled=false'] });
    expect(withoutVolumes.stdout).not.toContain('fix-permissions');
  });

  it('select pods by labels that do not change between releases', () => {
    const allowed = ['app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/component'];
    for (const { spec } of each().flatMap((manifests) => of(manifests, 'Deployment', 'StatefulSet')))
      expect(Object.keys(spec.selector?.matchLabels ?? {}).toSorted()).toEqual(allowed.toSorted());
  });

  it('select the pods of exactly one component each', () => {
    for (const manifests of each()) {
      const pods = of(manifests, 'Deployment', 'StatefulSet', 'Job').map((manifest) => ({
        of: component(manifest),
        labels: manifest.spec.template.metadata.labels,
      }));
      for (const owner of of(manifests, 'Deployment', 'StatefulSet')) {
        const selected = pods.filter(({ labels }) => isSelected(labels, owner.spec.selector?.matchLabels ?? {}));
        expect(selected.map((pod) => pod.of)).toEqual([component(owner)]);
      }
    }
  });

  it.each(['own servers', 'all in one'] as const)(
    'share no names or pods between two releases in one namespace, for: %s',
    async (set) => {
      const [one, two] = [await rendered({ set, release: 'one' }), await rendered({ set, release: 'two' })];
      const names = (manifests: Manifest[]) => manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(names(one).filter((name) => names(two).includes(name))).toEqual([]);
      const labels = of(two, 'Deployment', 'StatefulSet', 'Job').map(({ spec }) => spec.template.metadata.labels);
      const selectors = one.flatMap(({ kind, spec }) => {
        if (kind === 'NetworkPolicy') return [spec.podSelector.matchLabels];
        if (kind === 'Service') return [spec.selector ?? {}];
        return ['Deployment', 'StatefulSet', 'PodDisruptionBudget'].includes(kind)
          ? [spec.selector?.matchLabels ?? {}]
          : [];
      });
      expect(selectors.length).toBeGreaterThan(20);
      expect(selectors.filter((selector) => labels.some((each) => isSelected(each, selector)))).toEqual([]);
      const peers = JSON.stringify(of(one, 'NetworkPolicy'));
      expect(peers).not.toContain('"app.kubernetes.io/instance":"two"');
    },
  );

  it('schedule all pods as the operator says', () => {
    const pods = podsOf(manifestsOf('every option'));
    expect(pods.length).toBeGreaterThan(9);
    for (const [name, pod] of pods)
      expect([name, pod]).toMatchObject([
        name,
        {
          serviceAccountName: 'shows',
          priorityClassName: 'shows',
          nodeSelector: { 'example.org/pool': 'shows' },
          tolerations: [{ key: 'shows', operator: 'Exists' }],
          affinity: { podAntiAffinity: {} },
          imagePullSecrets: [{ name: 'registry' }, { name: 'mirror' }],
        },
      ]);
  });

  it('schedule the servers of all-in-one as the services', async () => {
    const values = ['pods.nodeSelector.pool=shows', 'pods.labels.mesh=none', 'pods.annotations.inject=none'];
    const manifests = await rendered({ set: 'all in one', values });
    for (const { kind, metadata, spec } of of(manifests, 'Deployment', 'StatefulSet', 'Job'))
      expect([kind, metadata.name, spec.template]).toMatchObject([
        kind,
        metadata.name,
        {
          metadata: { labels: { mesh: 'none' }, annotations: { inject: 'none' } },
          spec: { nodeSelector: { pool: 'shows' } },
        },
      ]);
  });

  it('schedule Jobs on nodes of their own where the operator has some', async () => {
    const values = [
      'jobs.nodeSelector.pool=jobs',
      'jobs.tolerations[0].key=jobs',
      'jobs.annotations.inject=none',
      'backup.enabled=true',
    ];
    const manifests = await rendered({ set: 'every option', values });
    const [smokeTest] = of(manifests, 'Pod');
    expect(smokeTest?.metadata.annotations).toMatchObject({ inject: 'none', 'helm.sh/hook': 'test' });
    const own = { nodeSelector: { pool: 'jobs' }, tolerations: [{ key: 'jobs' }], priorityClassName: 'shows' };
    const jobs = podsOf(manifests).filter(([name]) => !name.startsWith('Deployment'));
    expect(jobs.map(([name]) => name.split(' ')[0]).toSorted()).toEqual(['CronJob', 'Job', 'Job', 'Job', 'Pod']);
    for (const [name, pod] of jobs) expect([name, pod]).toMatchObject([name, own]);
    for (const { spec } of of(manifests, 'Job'))
      expect(spec.template.metadata).toMatchObject({ annotations: { inject: 'none', 'example.org/team': 'quiz' } });
    for (const { spec } of of(manifests, 'Deployment'))
      expect(spec.template).toMatchObject({
        metadata: { annotations: { 'example.org/team': 'quiz' } },
        spec: { nodeSelector: { 'example.org/pool': 'shows' }, tolerations: [{ key: 'shows' }] },
      });
  });

  it('lead from each alert to its section of the runbook at the address of the operator', async () => {
    const linksIn = (rules: readonly Manifest[]) =>
      [...JSON.stringify(rules).matchAll(/"runbook_url":"([^"#]*)/g)].map(([, link]) => link);
    const file = 'docs/runbooks/alerts.md';
    const links = linksIn(of(manifestsOf('every option'), 'PrometheusRule'));
    expect(links.length).toBeGreaterThan(15);
    expect(new Set(links)).toEqual(new Set([file]));
    for (const end of ['', '/']) {
      const values = [`monitoring.rules.runbookUrl=https://git.example.org/earworm/blob/main${end}`];
      const set = await rendered({ set: 'every option', values });
      expect(new Set(linksIn(of(set, 'PrometheusRule')))).toEqual(
        new Set([`https://git.example.org/earworm/blob/main/${file}`]),
      );
    }
  });

  it('name no account in a hook that runs before the chart has made it', () => {
    const accounts = of(manifestsOf('own servers'), 'Job').map(({ spec }) => spec.template.spec.serviceAccountName);
    expect(accounts).toEqual([undefined, undefined]);
  });

  it('take every image from a mirror, but for those that are named whole', async () => {
    const values = ['global.imageRegistry=mirror.example.org/quiz'];
    const images = podsOf(await rendered({ set: 'all in one', values })).flatMap(([, pod]) =>
      containersOf(pod).map(({ image }) => image),
    );
    expect(images.filter((image) => !image.startsWith('mirror.example.org/quiz/'))).toEqual([]);
    expect(images).toContain('mirror.example.org/quiz/keycloak/keycloak:26.7.0');
    expect(images).toContain('mirror.example.org/quiz/postgres:18.4');
  });

  it('name images by their digests where the operator has them', async () => {
    const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
    const values = [`image.digests.game=${digest('a')}`, `image.digests.standalone=${digest('b')}`];
    const images = podsOf(await rendered({ set: 'own servers', values })).flatMap(([, pod]) =>
      containersOf(pod).map(({ image }) => image),
    );
    expect(images).toContain(`earworm/game@${digest('a')}`);
    expect(images).toContain(`earworm/standalone@${digest('b')}`);
    expect(images.filter((image) => /(game|standalone):/.test(image))).toEqual([]);
    expect(images).toContain('earworm/gateway:0.1.0');
  });

  it('remove hooks that succeeded, as an uninstallation would leave them', () => {
    const hooks = SET_NAMES.flatMap(manifestsOf).filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook']?.includes('pre-install') === true,
    );
    expect(new Set(hooks.map(({ kind }) => kind))).toEqual(new Set(['Job', 'NetworkPolicy']));
    for (const { metadata } of hooks)
      expect(metadata.annotations?.['helm.sh/hook-delete-policy']).toBe('before-hook-creation,hook-succeeded');
  });

  it('carry what an operator adds', () => {
    const manifests = manifestsOf('every option');
    const labelled = manifests.filter(({ metadata }) => metadata.labels['example.org/cost-centre'] === 'shows');
    expect(manifests.length - labelled.length).toBe(1);
    expect(of(manifests, 'ConfigMap').map(({ data }) => data)).toContainEqual({ note: 'bring cables' });
    for (const { spec } of of(manifests, 'Deployment', 'Job')) {
      const [container] = spec.template.spec.containers;
      expect(spec.template.spec.volumes).toContainEqual(expect.objectContaining({ name: 'client-certificate' }));
      expect(container).toMatchObject({
        envFrom: [{ secretRef: { name: 'proxy' } }],
        volumeMounts: expect.arrayContaining([
          { name: 'client-certificate', mountPath: '/etc/earworm/client', readOnly: true },
        ]) as unknown,
      });
    }
    const gateway = of(manifests, 'Service').find((service) => component(service) === 'gateway');
    expect(gateway?.spec).toMatchObject({
      externalTrafficPolicy: 'Local',
      loadBalancerClass: 'example.org/internal',
      loadBalancerSourceRanges: ['10.0.0.0/8'],
    });
  });

  it('run the Jobs as hooks before an upgrade, in all-in-one as part of it', () => {
    const hooks = (set: ValueSet) =>
      of(manifestsOf(set), 'Job').map(({ metadata }) => [metadata.name, metadata.annotations?.['helm.sh/hook']]);
    expect(hooks('own servers')).toEqual([
      ['earworm-keycloak-sync', 'pre-install,pre-upgrade'],
      ['earworm-prepare-database', 'pre-install,pre-upgrade'],
    ]);
    expect(hooks('all in one')).toEqual([
      ['earworm-keycloak-sync-1', undefined],
      ['earworm-prepare-database-1', undefined],
    ]);
    expect(hooks('small event')).toEqual([]);
  });

  it('bind the claim of backups at the installation, by a Job that writes to it', async () => {
    const manifests = await rendered({ set: 'own servers', values: ['backup.enabled=true'] });
    const check = of(manifests, 'Job').find(({ metadata }) => metadata.name.startsWith('earworm-backup-check-1-'));
    expect(check?.metadata.annotations).toBeUndefined();
    const { containers, volumes } = check!.spec.template.spec;
    expect(containers[0]?.command?.slice(0, 2)).toEqual(['sh', '-c']);
    expect(volumes).toContainEqual({ name: 'data', persistentVolumeClaim: { claimName: 'earworm-backup' } });
  });

  it('stop what uses the databases while a backup is restored, and start it again afterwards', async () => {
    const values = ['backup.enabled=true', 'services.game.autoscaling.enabled=true'];
    const replicas = (manifests: readonly Manifest[]) =>
      of(manifests, 'Deployment', 'StatefulSet').map(({ metadata, spec }) => [metadata.name, spec.replicas]);
    const restoring = await rendered({ set: 'all in one', values: [...values, 'backup.restore=newest'] });
    const servers = ['minio', 'nats', 'postgres', 'redis'].map((name) => [`earworm-${name}`, 1]);
    expect(replicas(restoring).filter(([, number]) => number !== 0)).toEqual(servers);
    expect(of(restoring, 'Job').map(({ metadata }) => metadata.name)).toEqual(['earworm-restore-1']);
    expect(replicas(await rendered({ set: 'all in one', values })).filter(([, number]) => number === 0)).toEqual([]);
  });

  it('read passwords under the names that the operator gives their keys, and save them under those of the chart', async () => {
    const names = {
      ...{ POSTGRES_ADMIN_PASSWORD: 'password', REDIS_PASSWORD: 'password' },
      ...{ KEYCLOAK_DATABASE_URL: 'url', SMTP_URL: 'url' },
    };
    const values = Object.entries(names).map(([key, name]) => `secretKeys.${key}=${name}`);
    const keysIn = async (set: ValueSet, more: readonly string[] = []) => {
      const pods = podsOf(await rendered({ set, values: ['backup.enabled=true', ...values, ...more] }));
      const variables = pods.flatMap(([, pod]) => containersOf(pod).flatMap(({ env = [] }) => env));
      const read = variables.flatMap(({ name, valueFrom }) =>
        name in names && valueFrom ? [`${name}=${valueFrom.secretKeyRef.key}`] : [],
      );
      const [, job] = pods.find(([name]) => name === 'CronJob earworm-backup') ?? [];
      const saved = job?.volumes?.find(({ name }) => name === 'secrets')?.['projected'];
      return { read: new Set(read), saved };
    };
    const { read, saved } = await keysIn('own servers');
    expect([...read].toSorted()).toEqual(['POSTGRES_ADMIN_PASSWORD=password', 'REDIS_PASSWORD=password']);
    const sources = [
      { name: 'earworm-redis', items: [{ key: 'password', path: 'REDIS_PASSWORD' }] },
      {
        name: 'earworm-minio',
        items: ['MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'].map((key) => ({ key, path: key })),
      },
    ];
    for (const secret of sources) expect(saved).toMatchObject({ sources: expect.arrayContaining([{ secret }]) });
    // The Secret of all-in-one is the chart's own.
    const allInOne = await keysIn('all in one');
    expect([...allInOne.read].toSorted()).toEqual([
      'POSTGRES_ADMIN_PASSWORD=POSTGRES_ADMIN_PASSWORD',
      'REDIS_PASSWORD=REDIS_PASSWORD',
    ]);
    expect(allInOne.saved).toEqual({ sources: [{ secret: { name: 'earworm' } }] });
    // Beside it there are the operator's.
    const secrets = ['mail.existingSecret=mail', 'backup.keycloakDatabaseSecret=keycloak'];
    const both = await keysIn('all in one', secrets);
    expect([...both.read].toSorted()).toEqual([
      'KEYCLOAK_DATABASE_URL=url',
      'POSTGRES_ADMIN_PASSWORD=POSTGRES_ADMIN_PASSWORD',
      'REDIS_PASSWORD=REDIS_PASSWORD',
      'SMTP_URL=url',
    ]);
    const mail = { name: 'mail', items: [{ key: 'url', path: 'SMTP_URL' }] };
    expect(both.saved).toEqual({ sources: [{ secret: { name: 'earworm' } }, { secret: mail }] });
    // Its name may be that of the release.
    const own = await keysIn('own servers', ['redis.existingSecret=earworm']);
    expect(own.read).toContain('REDIS_PASSWORD=password');
  });

  it.each(['123', 'true'])('read a Secret %s and its key of that name as text', async (text) => {
    const secrets = ['nats', 'postgres', 'redis'].map((server) => `${server}.existingSecret="${text}"`);
    const json = [`secretKeys={"REDIS_PASSWORD":"${text}"}`, 'backup.enabled=true', ...secrets];
    const pods = podsOf(await rendered({ set: 'own servers', json }));
    const variables = pods.flatMap(([, pod]) => containersOf(pod).flatMap(({ env = [] }) => env));
    const references = variables.flatMap(({ name, valueFrom }) =>
      name === 'REDIS_PASSWORD' && valueFrom ? [valueFrom.secretKeyRef] : [],
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) expect(reference).toEqual({ name: text, key: text });
    const [, job] = pods.find(([name]) => name === 'CronJob earworm-backup') ?? [];
    const saved = job?.volumes?.find(({ name }) => name === 'secrets')?.['projected'] as {
      sources: { secret: { name: string; items: { key: string; path: string }[] } }[];
    };
    const [{ secret } = {}] = saved.sources.filter(({ secret: { name } }) => name === text);
    expect(secret?.items).toContainEqual({ key: text, path: 'REDIS_PASSWORD' });
  });

  it('start Postgres with the script that sets its passwords, with and without a rotation', async () => {
    for (const values of [[], ['allInOne.passwords=2026-11-30']]) {
      const manifests = await rendered({ set: 'all in one', values });
      const postgres = of(manifests, 'StatefulSet').find(({ metadata }) => metadata.name === 'earworm-postgres');
      const [container] = postgres!.spec.template.spec.containers;
      expect(container?.command).toEqual(['bash', '/etc/earworm/start.sh', 'postgres']);
      const script = { name: 'postgres-start', mountPath: '/etc/earworm', readOnly: true };
      expect(container).toMatchObject({ volumeMounts: expect.arrayContaining([script]) });
    }
  });

  it('restart every service and server of all-in-one with new passwords', async () => {
    const annotated = async (values: readonly string[]) =>
      of(await rendered({ set: 'all in one', values }), 'Deployment', 'StatefulSet', 'Secret').map(
        ({ metadata, spec }) => (spec?.template ?? { metadata }).metadata.annotations?.['earworm-passwords'],
      );
    const without = await annotated([]);
    expect(without.length).toBeGreaterThan(12);
    expect(new Set(without)).toEqual(new Set([undefined]));
    expect(new Set(await annotated(['allInOne.passwords=2026-11-30']))).toEqual(new Set(['2026-11-30']));
  });

  it('adopt a realm of other applications only when told to', () => {
    const adopts = (set: ValueSet) =>
      of(manifestsOf(set), 'Job')
        .map(({ spec }) => spec.template.spec.containers[0]?.command ?? [])
        .filter((command) => command.includes('apps/identity/dist/realm/main.js'))
        .map((command) => command.includes('--adopt'));
    expect(adopts('own servers')).toEqual([false]);
    expect(adopts('every option')).toEqual([true]);
  });

  it('give a service three minutes to start before its liveness is judged', () => {
    for (const { spec } of each().flatMap((manifests) => of(manifests, 'Deployment')))
      expect(spec.template.spec.containers[0]).toMatchObject({
        startupProbe: { httpGet: { path: '/health/live', port: 'health' }, periodSeconds: 1, failureThreshold: 180 },
      });
  });

  it('give a gateway a longer grace period than its drain takes', () => {
    for (const { spec } of each().flatMap((manifests) => of(manifests, 'Deployment')))
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(5 + 25 + 5);
  });

  it('make Prometheus keep the label `service` of the metrics and add the release', () => {
    const [monitor] = of(manifestsOf('production'), 'ServiceMonitor');
    const release = {
      sourceLabels: ['__meta_kubernetes_service_label_app_kubernetes_io_instance'],
      targetLabel: 'release',
    };
    expect(monitor?.spec).toMatchObject({
      endpoints: [{ port: 'health', path: '/metrics', honorLabels: true, relabelings: [release] }],
    });
  });
});
