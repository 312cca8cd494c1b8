import { expect, it } from '@jest/globals';
import { CHART, describeWithHelm, run, template, type ValueSet } from './support/helm.js';

/** Lines of helm's refusal that name a path. */
const refused = (stderr: string) =>
  stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('- at '));

const refusal = async (set: ValueSet, ...values: string[]): Promise<string[]> => {
  const { code, stderr } = await template({ set, values });
  expect(code).toBe(1);
  return refused(stderr);
};

describeWithHelm('invalid values of the chart', () => {
  it('cause a refusal that lists every missing server when none is named', async () => {
    const { code, stderr } = await run('helm', ['template', 'earworm', CHART, '--kube-version', '1.34.4']);
    expect(code).toBe(1);
    const paths = refused(stderr).flatMap((line) => /^- at '(\/[^']+)': (?!validation failed)/.exec(line)?.[1] ?? []);
    expect(paths.toSorted()).toEqual([
      '/keycloak/existingSecret',
      '/keycloak/url',
      '/minio/endpoint',
      '/minio/existingSecret',
      '/minio/publicEndpoint',
      '/nats/existingSecret',
      '/nats/servers',
      '/postgres/existingSecret',
      '/postgres/host',
      '/publicUrl',
      '/redis/host',
    ]);
  });

  it.each([
    ['publicUrl=quiz.example.org', "- at '/publicUrl': 'quiz.example.org' does not match pattern"],
    ['publicUrl=https://quiz.example.org/', "- at '/publicUrl': 'https://quiz.example.org/' does not match pattern"],
    ['publicURL=https://quiz.example.org', "- at '': additional properties 'publicURL' not allowed"],
    ['services.game.replica=2', "- at '/services/game': additional properties 'replica' not allowed"],
    ['services.games.replicas=2', "- at '/services': additional properties 'games' not allowed"],
    ['services.game.replicas=two', "- at '/services/game/replicas': got string, want integer"],
    ['services.game.env.PORT=3000', "- at '/services/game/env/PORT': got number, want string"],
    ['env.port=x', "- at '/env': additional properties 'port' not allowed"],
    [
      'services.game.resources.requests.cpu=much',
      "- at '/services/game/resources/requests/cpu': 'much' does not match",
    ],
    ['image.pullPolicy=Sometimes', "- at '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'"],
    ['logLevel=loud', "- at '/logLevel': value must be one of"],
    ['postgres.port=70000', "- at '/postgres/port': maximum: got 70,000, want 65,535"],
    ['nats.servers={nats}', "- at '/nats/servers/0': 'nats' does not match pattern"],
    ['image.tag=12', "- at '/image/tag': got number, want string"],
    ['image.digests.game=1.2.3', "- at '/image/digests/game': '1.2.3' does not match pattern"],
    ['image.digests.quiz=sha256:1', "- at '/image/digests': additional properties 'quiz' not allowed"],
    ['minio.endpoint=https://files.example.org/storage', "- at '/minio/endpoint': 'https://files.example.org/storage'"],
    ['minio.bucket=No', "- at '/minio/bucket': 'No' does not match pattern"],
    ['httpRoute.enabled=true', "- at '/httpRoute/parentRefs': minItems: got 0, want 1"],
    ['service.nodePort=30080', "- at '/service/nodePort': value must be 0"],
    ['tracing.sampleRatio=2', "- at '/tracing/sampleRatio': maximum: got 2, want 1"],
    ['commonLabels.app\\.kubernetes\\.io/name=x', "invalid propertyName 'app.kubernetes.io/name'"],
    ['pods.labels.team=1', "- at '/pods/labels/team': got number, want string"],
    ['pods.affinity=none', "- at '/pods/affinity': got string, want object"],
    ['pods.extraVolumes[0].name=tmp', "- at '/pods/extraVolumes/0/name'"],
    ['pods.extraVolumeMounts[0].name=certificate', "- at '/pods/extraVolumeMounts/0': missing property 'mountPath'"],
    ['secretKeys.REDIS=password', "- at '/secretKeys': additional properties 'REDIS' not allowed"],
    ['secretKeys.REDIS_PASSWORD=pass word', "- at '/secretKeys/REDIS_PASSWORD': 'pass word' does not match pattern"],
    ['allInOne.passwords=2026', "- at '/allInOne/passwords': got number, want string"],
    ['envFrom=proxy', "- at '/envFrom': got string, want array"],
    ['jobs.resources.limits.cpu=much', "- at '/jobs/resources/limits/cpu': 'much' does not match"],
    ['serviceAccount.create=false', "- at '/serviceAccount/name': minLength: got 0, want 1"],
    ['global.imageRegistry=a b', "- at '/global/imageRegistry': 'a b' does not match pattern"],
    ['global.imagePullSecrets[0]=Mirror', "- at '/global/imagePullSecrets/0': 'Mirror' does not match pattern"],
    ['postgres.directPort=70000', "- at '/postgres/directPort': maximum: got 70,000, want 65,535"],
    ['service.externalTrafficPolicy=Local', "- at '/service/externalTrafficPolicy': value must be ''"],
    ['service.loadBalancerClass=internal', "- at '/service/loadBalancerClass': value must be ''"],
    ['service.loadBalancerSourceRanges={office}', "- at '/service/loadBalancerSourceRanges"],
    ['backup.schedule=nightly', "- at '/backup/schedule': 'nightly' does not match pattern"],
    ['privacy.backupKeepDays=-1', "- at '/privacy/backupKeepDays': minimum: got -1, want 0"],
    ['backup.keep=0', "- at '/backup/keep': minimum: got 0, want 1"],
    ['backup.storage.size=much', "- at '/backup/storage/size': 'much' does not match"],
    ['backup.storage.fixPermissions=yes', "- at '/backup/storage/fixPermissions': got string, want boolean"],
    ['allInOne.storage.fixPermissions=0', "- at '/allInOne/storage/fixPermissions': got number, want boolean"],
    ['jobs.annotations.inject=false', "- at '/jobs/annotations/inject': got boolean, want string"],
    ['jobs.tolerations=jobs', "- at '/jobs/tolerations': got string, want array"],
    ['monitoring.rules.runbookUrl=docs', "- at '/monitoring/rules/runbookUrl': 'docs' does not match pattern"],
    ['backup.existingClaim=Mine', "- at '/backup/existingClaim': 'Mine' does not match pattern"],
    ['backup.restore=newest', "- at '/backup/restore': value must be ''"],
    ['extraObjects[0].kind=ConfigMap', "- at '/extraObjects/0': missing property 'apiVersion'"],
    ['fullnameOverride=Earworm', "- at '/fullnameOverride': 'Earworm' does not match pattern"],
  ])('cause a refusal with their path: %s', async (value, reason) => {
    expect(await refusal('own servers', value)).toContainEqual(expect.stringContaining(reason));
  });

  it('cause a refusal when they enable both an Ingress and an HTTPRoute', async () => {
    const values = ['ingress.enabled=true', 'httpRoute.enabled=true', 'httpRoute.parentRefs[0].name=public'];
    expect(await refusal('own servers', ...values)).toContainEqual("- at '/httpRoute/enabled': value must be false");
  });
});
