import type { BeforeApplicationShutdown, OnApplicationBootstrap, Provider, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Call } from '@earworm/contracts';
import type { Subscription } from '../bus/port.js';
import { type Job, Jobs } from '../jobs/index.js';
import { callsOf, type Serve } from './handles.js';
import type { Kit } from './kit.js';
import { BUS, CONFIG, KIT } from './providers.js';
import type { ServiceDefinition } from './start-service.js';

/** Works in the background while the service runs, such as a projection. */
export interface Worker {
  start(): void;
  /** What is under way ends first. */
  stop(): Promise<void>;
}

interface Running<Config> {
  readonly kit: Kit;
  readonly config: Config;
  /** A provider of the service. */
  readonly get: <T>(token: Type<T> | symbol) => T;
}

export interface ServiceParts<Config> extends Omit<ServiceDefinition<Config>, 'module' | 'env'> {
  /** The class of its Nest module, when that is more than a list of providers. */
  readonly module?: Type<object>;
  /** What its handlers, workers and jobs need. Each closes what it has opened, as Nest's hooks let it. */
  readonly providers?: (kit: Kit, config: Config) => readonly Provider[];
  /** Providers whose `@Handles` methods answer calls. */
  readonly handlers?: readonly Type<object>[];
  /** Providers that start after the calls are served. */
  readonly workers?: readonly Type<Worker>[];
  readonly jobs?: (service: Running<Config>) => readonly Job[];
  /** What a handler's error becomes before the bus answers with it; default: itself. */
  readonly toRefusal?: (error: unknown, call: Call, kit: Kit) => unknown;
}

/**
 * One service: its configuration, what it consists of, the calls it answers and what it does by itself. Calls are served
 * once every provider is there; at the end calls and jobs stop first, and what is under way is finished.
 */
export function defineService<Config>(parts: ServiceParts<Config>): ServiceDefinition<Config> {
  const { name, load, port, host, prepare, handlers = [] } = parts;
  // Nest shows a module by the name of its class.
  const { module = { [name]: class {} }[name] as Type<object> } = parts;
  return {
    ...{ name, load, port, host, prepare },
    module: (kit, config) => {
      const providers = [
        { provide: KIT, useValue: kit },
        { provide: BUS, useValue: kit.bus },
        { provide: CONFIG, useValue: config },
        ...(parts.providers?.(kit, config) ?? []),
        ...handlers,
      ];
      const running: Provider = {
        provide: RunningService,
        useFactory: (ref: ModuleRef) => new RunningService(parts, kit, config, ref),
        // Of all of them: Nest starts what others depend on before these, and stops it after them.
        inject: [ModuleRef, ...providers.map((each) => (typeof each === 'function' ? each : each.provide))],
      };
      return { module, providers: [...providers, running] };
    },
  };
}

class RunningService<Config> implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs: Jobs;
  private subscriptions: Subscription[] = [];

  constructor(
    private readonly parts: ServiceParts<Config>,
    private readonly kit: Kit,
    private readonly config: Config,
    private readonly ref: ModuleRef,
  ) {
    this.jobs = new Jobs(kit.log, kit.metrics);
  }

  onApplicationBootstrap(): void {
    const { kit, config } = this;
    const { handlers = [], jobs } = this.parts;
    this.subscriptions = handlers
      .flatMap((handler) => callsOf(this.get(handler)))
      .map(({ call, answer }) => kit.bus.serve(call, this.answering(call, answer as Serve)));
    for (const worker of this.workers()) worker.start();
    this.jobs.start(jobs?.({ kit, config, get: (token) => this.get(token) }) ?? []);
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await Promise.all([this.jobs.stop(), ...this.workers().map((worker) => worker.stop())]);
  }

  private answering(call: Call, answer: Serve): Serve {
    const { toRefusal } = this.parts;
    if (!toRefusal) return answer;
    return async (request) => {
      try {
        return await answer(request);
      } catch (error) {
        throw toRefusal(error, call, this.kit);
      }
    };
  }

  private workers(): Worker[] {
    return (this.parts.workers ?? []).map((worker) => this.get(worker));
  }

  private get<T>(token: Type<T> | symbol): T {
    return this.ref.get<T>(token, { strict: false });
  }
}
