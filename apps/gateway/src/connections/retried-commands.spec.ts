import type { Answer, ErrorCode, QuestionId } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { RetriedCommands } from './retried-commands.js';

const press = (id: string) => ({ id, command: { type: 'buzz' as const, questionId: 'q1' as QuestionId } });
const refused = (id: string, code: ErrorCode): Answer => ({ type: 'answer', id, ok: false, code });

describe('a command that is resent on its socket', () => {
  it.each(['retry', 'busy'] as const)('spends no limits after an answer of %s', (code) => {
    const tries = new RetriedCommands();
    tries.settle(press('press-01'), refused('press-01', code));
    expect(tries.has(press('press-01'))).toBe(true);
    expect(tries.has(press('press-02'))).toBe(false);
  });

  it.each(['limit-answer', 'limit-join', 'limit-seats', 'question-not-current', 'internal'] as const)(
    'spends its limits after a refusal with %s',
    (code) => {
      const tries = new RetriedCommands();
      tries.settle(press('press-01'), refused('press-01', code as ErrorCode));
      expect(tries.has(press('press-01'))).toBe(false);
    },
  );

  it('spends its limits after it was accepted, or when its id is reused for another kind', () => {
    const tries = new RetriedCommands();
    tries.settle(press('press-01'), refused('press-01', 'retry'));
    expect(tries.has({ id: 'press-01', command: { type: 'joinGame', name: 'Ann' } })).toBe(false);
    tries.settle(press('press-01'), { type: 'answer', id: 'press-01', ok: true, version: 2 });
    expect(tries.has(press('press-01'))).toBe(false);
  });

  it('spends its limits when sixteen others were answered "not now" after it', () => {
    const tries = new RetriedCommands();
    for (let i = 0; i < 17; i++) tries.settle(press(`press-${i}`), refused(`press-${i}`, 'busy'));
    expect([0, 1, 16].map((i) => tries.has(press(`press-${i}`)))).toEqual([false, true, true]);
  });
});
