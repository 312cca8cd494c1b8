import { expect, it } from '@jest/globals';
import type { LimitedAction } from '@earworm/contracts';
import { type Check } from './check.js';
import { ACTIONS, LIMIT_DEFAULTS, type Limits } from './limits.js';

const every = (points: number, seconds: number): Limits => ({
  create_game: { points, seconds },
  join_game: { points, seconds },
  answer_submission: { points, seconds },
  select_question: { points, seconds },
  judge_answer: { points, seconds },
});

/** What a check must do wherever it counts. `open` starts from nothing each time. */
export function behavesAsACheck(open: (limits: Limits) => Promise<Check> | Check): void {
  const ask = (check: Check, action: LimitedAction, userId: string, gameId: string, spend = true) =>
    check({ action, userId, gameId, spend });

  it.each(ACTIONS)('allows %s up to its limit, then says how long to wait', async (action) => {
    const check = await open(every(3, 60));
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await ask(check, action, 'ada', 'game-1'));
    expect(answers.slice(0, 3)).toEqual([2, 1, 0].map((remaining) => ({ allowed: true, remaining, resetTime: 0 })));
    expect(answers[3]).toMatchObject({ allowed: false, remaining: 0 });
    expect(answers[3]?.resetTime).toBeGreaterThan(55_000);
    expect(answers[3]?.resetTime).toBeLessThanOrEqual(60_000);
  });

  it.each(ACTIONS)('counts %s by its own key, which nobody else can spend', async (action) => {
    const check = await open(every(1, 60));
    await ask(check, action, 'ada', 'game-1');
    const byUser = LIMIT_DEFAULTS[action].by === 'user';
    expect((await ask(check, action, 'ada', 'game-2')).allowed).toBe(!byUser);
    expect((await ask(check, action, 'bob', 'game-1')).allowed).toBe(true);
  });

  it('counts each action for itself', async () => {
    const check = await open(every(1, 60));
    for (const action of ACTIONS) expect((await ask(check, action, 'ada', 'game-1')).allowed).toBe(true);
  });

  it('spends nothing when it is only asked', async () => {
    const check = await open(every(1, 60));
    for (let i = 0; i < 3; i += 1)
      expect(await ask(check, 'join_game', 'ada', 'g', false)).toEqual({ allowed: true, remaining: 1, resetTime: 0 });
    await ask(check, 'join_game', 'ada', 'g');
    expect(await ask(check, 'join_game', 'ada', 'g', false)).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('opens again when the window is over, however often it was asked meanwhile', async () => {
    const check = await open(every(1, 1));
    await ask(check, 'answer_submission', 'ada', 'g');
    for (let i = 0; i < 20; i += 1) expect((await ask(check, 'answer_submission', 'ada', 'g')).allowed).toBe(false);
    const { resetTime } = await ask(check, 'answer_submission', 'ada', 'g');
    expect(resetTime).toBeLessThanOrEqual(1000);
    await new Promise((resolve) => setTimeout(resolve, resetTime + 30));
    expect((await ask(check, 'answer_submission', 'ada', 'g')).allowed).toBe(true);
  });

  it('lets exactly the limit through when many ask at the same moment', async () => {
    const check = await open(every(5, 60));
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(check, 'create_game', 'ada', 'global')));
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(5);
  });

  it('does not refuse a room of 300 phones behind one address', async () => {
    const check = await open(every(2, 60));
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, phone) => ask(check, 'join_game', `guest-${phone}`, 'game-1')),
    );
    expect(answers.every((answer) => answer.allowed)).toBe(true);
  });
}
