import { describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { createLog } from '../log/log.js';
import { eventually } from '../testing/eventually.js';
import { stopOnSignal, type StopOptions } from './stop-on-signal.js';

const log = createLog('spec', { level: 'silent' });

function make(options: Pick<StopOptions, 'stop' | 'withinMs'>) {
  const exits: number[] = [];
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  stopOnSignal({ log, source, ...options });
  return { exits, signal: (name: string, reason?: unknown) => source.emit(name, reason) };
}

describe('a process that receives a stop signal', () => {
  it.each(['SIGTERM', 'SIGINT'])('stops on %s and exits with 0', async (name) => {
    let stops = 0;
    const { promise: workIsDone, resolve: finishWork } = Promise.withResolvers<void>();
    const { exits, signal } = make({ stop: async () => (await workIsDone, void (stops += 1)) });
    signal(name);
    expect(exits).toEqual([]);
    finishWork();
    await eventually(() => expect([stops, exits]).toEqual([1, [0]]));
  });

  it('exits at once on a second signal', async () => {
    const { exits, signal } = make({ stop: () => new Promise(() => undefined) });
    signal('SIGTERM');
    signal('SIGINT');
    expect(exits).toEqual([1]);
  });

  it('exits with 1 when stopping fails or takes too long', async () => {
    const failing = make({ stop: () => Promise.reject(new Error('no')) });
    failing.signal('SIGTERM');
    const slow = make({ stop: () => new Promise(() => undefined), withinMs: 20 });
    slow.signal('SIGTERM');
    await eventually(() => expect([failing.exits, slow.exits]).toEqual([[1], [1]]));
  });

  it('logs warnings of libraries as lines of the log, and prints none', () => {
    const lines: string[] = [];
    const source = Object.assign(new EventEmitter(), { exit: () => undefined });
    source.on('warning', () => lines.push('printed by Node'));
    const toLines = createLog('spec', { to: { write: (line: string) => void lines.push(line) } });
    stopOnSignal({ log: toLines, source, stop: async () => undefined });
    source.emit('warning', Object.assign(new Error('is deprecated'), { name: 'DeprecationWarning' }));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'warn', err: expect.objectContaining({ message: 'is deprecated' }) as unknown }),
    ]);
  });

  it('exits with 1 on an unhandled rejection', () => {
    const { exits, signal } = make({ stop: async () => undefined });
    signal('unhandledRejection', new Error('a bug'));
    expect(exits).toEqual([1]);
  });
});
