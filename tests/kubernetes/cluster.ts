import { spawn } from 'node:child_process';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { run } from './command.js';

/** What this program reads of an object of Kubernetes. */
export interface Resource {
  readonly metadata: {
    readonly name: string;
    readonly labels?: Record<string, string>;
    readonly creationTimestamp?: string;
    readonly deletionTimestamp?: string;
  };
  readonly spec?: Record<string, unknown>;
  readonly status?: Record<string, unknown>;
}

interface ContainerStatus {
  readonly name: string;
  readonly restartCount: number;
  readonly ready: boolean;
  readonly state: {
    readonly waiting?: { readonly reason?: string; readonly message?: string };
    readonly terminated?: { readonly reason?: string; readonly exitCode?: number };
  };
}

export interface Pod extends Resource {
  readonly spec: { readonly nodeName?: string };
  readonly status: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly ContainerStatus[];
  };
}

export interface Forwarded {
  /** Of 127.0.0.1. */
  readonly port: number;
  close(): void;
}

const FORWARDED_WITHIN_MS = 20_000;

/** One namespace of the cluster that KUBECONFIG names. */
export class Cluster {
  readonly #cordoned = new Set<string>();

  constructor(readonly namespace: string) {}

  /** Runs kubectl in the namespace. */
  kubectl(args: readonly string[], options?: Parameters<typeof run>[2]): Promise<string> {
    return run('kubectl', ['--namespace', this.namespace, ...args], options);
  }

  async get<T = Resource>(kind: string, selector = ''): Promise<T[]> {
    const text = await this.kubectl(['get', kind, '--output', 'json', ...(selector ? ['--selector', selector] : [])]);
    return (JSON.parse(text) as { items: T[] }).items;
  }

  /** Those of a component that are not on their way out. */
  async pods(component: string): Promise<Pod[]> {
    const all = await this.get<Pod>('pods', `app.kubernetes.io/component=${component}`);
    return all.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** No new pod is put on the node until `uncordonAll`. */
  async cordon(node: string): Promise<void> {
    this.#cordoned.add(node);
    await run('kubectl', ['cordon', node]);
  }

  /** Of those that `cordon` was called for. */
  async uncordonAll(): Promise<void> {
    for (const node of this.#cordoned) await run('kubectl', ['uncordon', node]);
    this.#cordoned.clear();
  }

  /** As autoscalers need it. */
  async measuresCpu(): Promise<boolean> {
    const text = await run('kubectl', ['get', '--raw', '/apis/metrics.k8s.io/v1beta1/nodes']).catch(() => '{}');
    return ((JSON.parse(text) as { items?: unknown[] }).items ?? []).length > 0;
  }

  /** As a drain does it: it waits for the disruption budget, which learns a moment later that a new pod is ready. */
  async evict(pod: string, budget: string): Promise<void> {
    const allows = '--for=jsonpath={.status.disruptionsAllowed}=1';
    await this.kubectl(['wait', allows, `poddisruptionbudget/${budget}`, '--timeout=50s']);
    const eviction = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: pod, namespace: this.namespace },
    };
    const path = `/api/v1/namespaces/${this.namespace}/pods/${pod}/eviction`;
    await run('kubectl', ['create', '--raw', path, '--filename', '-'], { input: JSON.stringify(eviction) });
  }

  async createNamespace(): Promise<void> {
    await run('kubectl', ['create', 'namespace', this.namespace]);
    // What the chart promises of its pods is held against the strictest profile that Kubernetes has.
    const profile = 'pod-security.kubernetes.io/warn=restricted';
    await run('kubectl', ['label', 'namespace', this.namespace, profile]);
  }

  /** With everything in it, without waiting for its pods. */
  async deleteNamespace(withinMs: number): Promise<void> {
    const now = ['--grace-period=0', '--force'];
    await this.kubectl(['delete', 'deployments,statefulsets,jobs', '--all', '--wait=false']).catch(() => undefined);
    await this.kubectl(['delete', 'pods', '--all', '--wait=false', ...now]).catch(() => undefined);
    const args = ['delete', 'namespace', this.namespace, '--ignore-not-found', `--timeout=${withinMs}ms`];
    await run('kubectl', args, { withinMs: withinMs + 10_000 });
  }

  /** Makes a port of a pod or service reachable from here, through the API server. `at`: default is a free one. */
  async forward(target: string, port: number, at?: number): Promise<Forwarded> {
    const args = ['--namespace', this.namespace, 'port-forward', target, `${at ?? ''}:${port}`];
    const child = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    child.on('error', (error) => (output += String(error)));
    try {
      return await eventually(() => {
        const own = /127\.0\.0\.1:(\d+)/.exec(output)?.[1];
        if (own === undefined) throw new Error(`kubectl port-forward ${target} ${port} opens no port:\n${output}`);
        return { port: Number(own), close: () => void child.kill() };
      }, FORWARDED_WITHIN_MS);
    } catch (error) {
      child.kill();
      throw error;
    }
  }
}

export const isReady = ({ status, metadata }: Pod): boolean =>
  metadata.deletionTimestamp === undefined &&
  (status.conditions ?? []).some(({ type, status: is }) => type === 'Ready' && is === 'True');
