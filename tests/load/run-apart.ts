import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';

/** A program in a process of its own that carries out orders, one after the other. */
export interface Apart<Order, Result> {
  run(order: Order): Promise<Result>;
  end(): void;
}

/** In a process of low priority: elsewhere it would be another machine. Resolves once the program waits for an order. */
export async function startApart<Order extends object, Result>(program: URL): Promise<Apart<Order, Result>> {
  const child = fork(program, { serialization: 'advanced' });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program.pathname} has ended by itself`)));
  ended.catch(() => undefined);
  const answer = async () => ((await Promise.race([once(child, 'message'), ended])) as [Result])[0];
  await answer();
  return {
    run: (order) => {
      const answered = answer();
      child.send(order);
      return answered;
    },
    end: () => void child.kill(),
  };
}

/** One order to a program that is started for it. */
export async function runApart<Order extends object, Result>(program: URL, order: Order): Promise<Result> {
  const apart = await startApart<Order, Result>(program);
  try {
    return await apart.run(order);
  } finally {
    apart.end();
  }
}

/** What such a program does. */
export function carryOut<Order>(work: (order: Order) => Promise<unknown>): void {
  process.on('message', (order) => void work(order as Order).then((result) => process.send?.(result)));
  process.send?.('ready');
}
