type Labels = Readonly<Record<string, string>>;

interface EnvVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly EnvVariable[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels };
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[];
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: Readonly<Record<string, unknown>>;
}

export interface Peer {
  readonly podSelector?: { readonly matchLabels: Labels };
  readonly namespaceSelector?: { readonly matchLabels: Labels };
  readonly ipBlock?: { readonly cidr: string };
}

interface Rule {
  readonly ports: readonly { readonly port: number; readonly protocol: string }[];
}

/** The parts of manifests that specs look at. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Labels;
    readonly annotations?: Labels;
  };
  readonly data?: Labels;
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: Labels & { readonly matchLabels: Labels };
    readonly template: {
      readonly metadata: { readonly labels: Labels; readonly annotations?: Labels };
      readonly spec: PodSpec;
    };
    readonly podSelector: { readonly matchLabels: Labels };
    readonly ingress: readonly (Rule & { readonly from?: readonly Peer[] })[];
    readonly egress: readonly (Rule & { readonly to?: readonly Peer[] })[];
    /** Of a CronJob. */
    readonly jobTemplate: { readonly spec: Pick<Manifest['spec'], 'template'> };
  };
}

const WITH_TEMPLATE = ['Deployment', 'StatefulSet', 'Job'];

export const of = (manifests: readonly Manifest[], ...kinds: readonly string[]): Manifest[] =>
  manifests.filter(({ kind }) => kinds.includes(kind));

export const component = ({ metadata }: Manifest): string => metadata.labels['app.kubernetes.io/component'] ?? '';

/** The pods that the manifests lead to, by name of what makes them. */
export const podsOf = (manifests: readonly Manifest[]): [string, PodSpec][] => [
  ...of(manifests, ...WITH_TEMPLATE).map(({ kind, metadata, spec }): [string, PodSpec] => [
    `${kind} ${metadata.name}`,
    spec.template.spec,
  ]),
  ...of(manifests, 'CronJob').map(({ metadata, spec }): [string, PodSpec] => [
    `CronJob ${metadata.name}`,
    spec.jobTemplate.spec.template.spec,
  ]),
  ...of(manifests, 'Pod').map(({ metadata, spec }): [string, PodSpec] => [
    `Pod ${metadata.name}`,
    spec as unknown as PodSpec,
  ]),
];

export const containersOf = (pod: PodSpec): Container[] => [...(pod.initContainers ?? []), ...pod.containers];

export const isSelected = (labels: Labels, selector: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
