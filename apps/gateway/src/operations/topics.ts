import type { OperationsHelloFrame, ShowHelloFrame } from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Connection } from '../connections/connection.js';

type TopicHello = OperationsHelloFrame | ShowHelloFrame;

export interface Topic<Hello extends TopicHello = never> {
  subscribe(connection: Connection, hello: Hello): Promise<void>;
  isSubscribed(connection: Connection): boolean;
  principalOf(connection: Connection): Principal | null;
  renewToken(connection: Connection, token: string): Promise<void>;
  unsubscribe(connection: Connection): void;
  stop(): void;
}

/** What sockets watch instead of a game. */
export class Topics {
  readonly #all: readonly Topic[];

  constructor(
    private readonly operations: Topic<OperationsHelloFrame>,
    private readonly show: Topic<ShowHelloFrame>,
  ) {
    this.#all = [operations, show];
  }

  subscribe(connection: Connection, hello: TopicHello): Promise<void> {
    return hello.topic === 'show'
      ? this.show.subscribe(connection, hello)
      : this.operations.subscribe(connection, hello);
  }

  /** Null: it watches none. */
  of(connection: Connection): Topic | null {
    return this.#all.find((topic) => topic.isSubscribed(connection)) ?? null;
  }

  unsubscribe(connection: Connection): void {
    for (const topic of this.#all) topic.unsubscribe(connection);
  }

  stop(): void {
    for (const topic of this.#all) topic.stop();
  }
}
