import { ownVariables, type K6Run, K6_IMAGE, SCRIPT_NAME, variablesOf } from './k6.js';

export interface JobTerms {
  readonly name: string;
  readonly release: string;
  readonly image?: string;
  readonly run: K6Run;
  readonly script: string;
}

/** Around the page of charts in a Job's log: gzip in base64, since nothing can be copied from a pod that has ended. */
export const REPORT_BEGINS = '-----BEGIN REPORT-----';
export const REPORT_ENDS = '-----END REPORT-----';

const REPORT = '/tmp/report.html';
const RUN = [
  'k6 run --quiet --no-color "$@"',
  'code=$?',
  `if [ -f ${REPORT} ]; then echo; echo '${REPORT_BEGINS}'; gzip -c ${REPORT} | base64; echo '${REPORT_ENDS}'; fi`,
  'exit $code',
].join('\n');

/** Selects the gateway's pods and admits what loads them: the chart's NetworkPolicies know this component. */
const COMPONENT = 'load-test';

/** A ConfigMap with the script and the Job that runs it, beside a release; for namespaces of the restricted profile. */
export function manifestOf({ name, release, image = K6_IMAGE, run, script }: JobTerms): object {
  const labels = {
    'app.kubernetes.io/name': 'earworm',
    'app.kubernetes.io/instance': release,
    'app.kubernetes.io/component': COMPONENT,
  };
  const env = Object.entries(ownVariables(REPORT)).map(([variable, value]) => ({ name: variable, value }));
  const args = Object.entries(variablesOf(run)).flatMap(([variable, value]) => ['-e', `${variable}=${value}`]);
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data: { [SCRIPT_NAME]: script } },
      {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name, labels },
        spec: {
          // A run that failed has its result; another one would be another.
          backoffLimit: 0,
          ttlSecondsAfterFinished: 3_600,
          template: {
            metadata: { labels },
            spec: {
              restartPolicy: 'Never',
              automountServiceAccountToken: false,
              securityContext: { runAsNonRoot: true, runAsUser: 12_345, seccompProfile: { type: 'RuntimeDefault' } },
              containers: [
                {
                  name: 'k6',
                  image,
                  imagePullPolicy: 'IfNotPresent',
                  command: ['sh', '-c', RUN, 'sh'],
                  args: [...args, `/script/${SCRIPT_NAME}`],
                  env,
                  resources: { requests: { cpu: '500m', memory: '512Mi' } },
                  securityContext: {
                    allowPrivilegeEscalation: false,
                    readOnlyRootFilesystem: true,
                    capabilities: { drop: ['ALL'] },
                  },
                  volumeMounts: [
                    { name: 'script', mountPath: '/script' },
                    { name: 'tmp', mountPath: '/tmp' },
                  ],
                },
              ],
              volumes: [
                { name: 'script', configMap: { name } },
                { name: 'tmp', emptyDir: {} },
              ],
            },
          },
        },
      },
    ],
  };
}
