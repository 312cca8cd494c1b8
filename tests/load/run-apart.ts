import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';

/**
 * Gives an order to a program that answers it with one message, in a process of low priority: elsewhere it would be another
 * machine.
 */
export async function runApart<Result>(program: URL, order: object): Promise<Result> {
  const child = fork(program, { serialization: 'advanced' });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const done = once(child, 'message');
  child.send(order);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program.pathname} has ended by itself`)));
  try {
    return ((await Promise.race([done, ended])) as [Result])[0];
  } finally {
    ended.catch(() => undefined);
    child.kill();
  }
}
