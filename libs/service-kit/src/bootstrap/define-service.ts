import type { BeforeApplicationShutdown, OnApplicationBootstrap, Provider, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Call, ReplyOf, RequestOf } from '@earworm/contracts';
import type { Subscription, Bus, EncodedReply } from '../bus/port.js';
import { type Job, Jobs } from '../jobs.js';
import { type Kit, BUS, CONFIG, KIT } from './kit.js';
import type { ServiceDefinition } from './start-service.js';

export interface Worker {
  start(): void;
  stop(): Promise<void>;
}

interface Running<Config> {
  readonly kit: Kit;
  readonly config: Config;
  readonly get: <T>(token: Type<T> | symbol) => T;
}

export interface ServiceOptions<Config> extends Omit<ServiceDefinition<Config>, 'module' | 'env'> {
  readonly module?: Type<object>;
  readonly providers?: (kit: Kit, config: Config) => readonly Provider[];
  readonly handlers?: readonly Type<object>[];
  readonly workers?: readonly Type<Worker>[];
  readonly jobs?: (service: Running<Config>) => readonly Job[];
  readonly toRefusal?: (error: unknown, call: Call, kit: Kit) => unknown;
}

/** Calls are served once all providers exist; on shutdown calls and jobs stop first and finish. */
export function defineService<Config>(options: ServiceOptions<Config>): ServiceDefinition<Config> {
  const { name, load, port, host, prepare, handlers = [] } = options;
  const { module = { [name]: class {} }[name] as Type<object> } = options;
  return {
    name,
    load,
    port,
    host,
    prepare,
    module: (kit, config) => {
      const providers = [
        { provide: KIT, useValue: kit },
        { provide: BUS, useValue: kit.bus },
        { provide: CONFIG, useValue: config },
        ...(options.providers?.(kit, config) ?? []),
        ...handlers,
      ];
      const running: Provider = {
        provide: RunningService,
        useFactory: (ref: ModuleRef) => new RunningService(options, kit, config, ref),
        // Depends on all providers, so Nest starts it last and stops it first.
        inject: [ModuleRef, ...providers.map((each) => (typeof each === 'function' ? each : each.provide))],
      };
      return { module, providers: [...providers, running] };
    },
  };
}

class RunningService<Config> implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #jobs: Jobs;
  #subscriptions: Subscription[] = [];

  constructor(
    private readonly options: ServiceOptions<Config>,
    private readonly kit: Kit,
    private readonly config: Config,
    private readonly ref: ModuleRef,
  ) {
    this.#jobs = new Jobs(kit.log, kit.metrics);
  }

  onApplicationBootstrap(): void {
    const { kit, config } = this;
    const { handlers = [], jobs } = this.options;
    this.#subscriptions = handlers
      .flatMap((handler) => callsOf(this.#get(handler)))
      .map(({ call, answer }) => kit.bus.serve(call, this.#answering(call, answer as Serve)));
    for (const worker of this.#workers()) worker.start();
    this.#jobs.start(jobs?.({ kit, config, get: (token) => this.#get(token) }) ?? []);
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    await Promise.all([this.#jobs.stop(), ...this.#workers().map((worker) => worker.stop())]);
  }

  #answering(call: Call, answer: Serve): Serve {
    const { toRefusal } = this.options;
    if (!toRefusal) return answer;
    return async (request) => {
      try {
        return await answer(request);
      } catch (error) {
        throw toRefusal(error, call, this.kit);
      }
    };
  }

  #workers(): Worker[] {
    return (this.options.workers ?? []).map((worker) => this.#get(worker));
  }

  #get<T>(token: Type<T> | symbol): T {
    return this.ref.get<T>(token, { strict: false });
  }
}

type Answer<C extends Call> = ReplyOf<C> | EncodedReply | undefined;
type Handler<C extends Call> = (request: RequestOf<C>, shard: number) => Promise<Answer<C>> | Answer<C>;

type Serve = Parameters<Bus['serve']>[1];

const handled = new WeakMap<object, { readonly call: Call; readonly method: string | symbol }[]>();

export const Handles =
  <C extends Call>(call: C) =>
  <H extends Handler<C>>(prototype: object, method: string | symbol, _: TypedPropertyDescriptor<H>): void => {
    handled.set(prototype, [...(handled.get(prototype) ?? []), { call, method }]);
  };

export const callsOf = (
  handler: object,
): { readonly call: Call; readonly answer: (request: never, shard: number) => ReturnType<Serve> }[] =>
  (handled.get(Object.getPrototypeOf(handler)) ?? []).map(({ call, method }) => ({
    call,
    answer: Reflect.get(handler, method).bind(handler),
  }));
