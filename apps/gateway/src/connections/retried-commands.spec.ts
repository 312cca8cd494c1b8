import type { Answer, ErrorCode, QuestionId } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { RetriedCommands } from './retried-commands.js';

const buzz = (id: string) => ({ id, command: { type: 'buzz' as const, questionId: 'q1' as QuestionId } });
const refused = (id: string, code: ErrorCode): Answer => ({ type: 'answer', id, ok: false, code });

describe('a command that is resent on its socket', () => {
  it.each(['retry', 'busy'] as const)('spends no limits after an answer of %s', (code) => {
    const tries = new RetriedCommands();
    tries.settle(buzz('buzz-01'), refused('buzz-01', code));
    expect(tries.has(buzz('buzz-01'))).toBe(true);
    expect(tries.has(buzz('buzz-02'))).toBe(false);
  });

  it.each(['limit-answer', 'limit-join', 'limit-seats', 'question-not-current', 'internal'] as const)(
    'spends its limits after a refusal with %s',
    (code) => {
      const tries = new RetriedCommands();
      tries.settle(buzz('buzz-01'), refused('buzz-01', code as ErrorCode));
      expect(tries.has(buzz('buzz-01'))).toBe(false);
    },
  );

  it('spends its limits after it was accepted, or when its id is reused for another kind', () => {
    const tries = new RetriedCommands();
    tries.settle(buzz('buzz-01'), refused('buzz-01', 'retry'));
    expect(tries.has({ id: 'buzz-01', command: { type: 'joinGame', name: 'Ann' } })).toBe(false);
    tries.settle(buzz('buzz-01'), { type: 'answer', id: 'buzz-01', ok: true, version: 2 });
    expect(tries.has(buzz('buzz-01'))).toBe(false);
  });

  it('spends its limits when sixteen others were answered "not now" after it', () => {
    const tries = new RetriedCommands();
    for (let i = 0; i < 17; i++) tries.settle(buzz(`buzz-${i}`), refused(`buzz-${i}`, 'busy'));
    expect([0, 1, 16].map((i) => tries.has(buzz(`buzz-${i}`)))).toEqual([false, true, true]);
  });
});
