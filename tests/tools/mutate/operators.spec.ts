import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { applied, mutantsOf, reverted } from './operators.js';

const mutated = (text: string, file = 'libs/x/src/x.ts'): string[] =>
  mutantsOf(file, text).map((mutant) => applied(text, mutant));

describe('the mutants of a source file', () => {
  it('remove a guard that returns or throws', () => {
    expect(mutated('function f(a) { if (a) return 1; return 2; }')).toEqual(['function f(a) { {} return 2; }']);
    expect(mutated('function f(a) { if (a) { throw new Error(); } }')).toEqual(['function f(a) { {} }']);
  });

  it('keep an if with an else or a longer body', () => {
    expect(mutated('function f(a) { if (a) return 1; else return 2; }')).toEqual([]);
    expect(mutated('function f(a) { if (a) { g(); return 1; } }')).toEqual([]);
  });

  it.each([
    ['a < b', '<='],
    ['a <= b', '<'],
    ['a > b', '>='],
    ['a >= b', '>'],
    ['a === b', '!=='],
    ['a !== b', '==='],
    ['a && b', '||'],
    ['a || b', '&&'],
  ])('swap the operator of %s for %s', (before, operator) => {
    expect(mutated(`x = ${before};`)).toEqual([`x = (a ${operator} b);`]);
  });

  it('keep the operands of a swapped operator together', () => {
    expect(mutated('x = a || b || c;')).toContain('x = ((a || b) && c);');
  });

  it('do not mix ?? with operators that it cannot be combined with', () => {
    expect(mutated('x = (a ?? b) || c;')).toEqual(['x = ((a ?? b) && c);']);
    expect(mutated('x = (a || b) ?? c;')).toEqual(['x = ((a && b)) ?? c;']);
  });

  it('remove an awaited call', () => {
    expect(mutated('async function f() { await save(a); done(); }')).toEqual(['async function f() { ; done(); }']);
  });

  it('remove a call that notifies another object', () => {
    expect(mutated('bus.publish(a);')).toEqual([';']);
    expect(mutated('void this.#publishHead(a);')).toEqual([';']);
    expect(mutated('close(a);')).toEqual([]);
  });

  it('remove the last event of a decision', () => {
    expect(mutated("f = () => accepted({ type: 'a' }, { type: 'b' });")).toEqual([
      "f = () => accepted({ type: 'a' });",
    ]);
    expect(mutated("f = () => accepted({ type: 'a' });")).toEqual(['f = () => accepted();']);
  });

  it('leave logs and styles alone', () => {
    expect(mutated('this.#log.warn(a && b);')).toEqual([]);
    expect(mutated('x = <p className={a && b} />;', 'apps/web/src/x.tsx')).toEqual([]);
    expect(mutated('x = <p hidden={a && b} />;', 'apps/web/src/x.tsx')).toEqual(['x = <p hidden={(a || b)} />;']);
  });

  it('can be reverted', () => {
    const text = 'f(); x = a < b; await g();';
    for (const mutant of mutantsOf('libs/x/src/x.ts', text)) expect(reverted(applied(text, mutant), mutant)).toBe(text);
  });

  it('name the line and the text before', () => {
    expect(mutantsOf('libs/x/src/x.ts', '\nif (a) f();\nx = a < b;')).toMatchObject([{ line: 3, before: 'a < b' }]);
  });

  it('all parse', () => {
    const text = `
      class A extends B {
        constructor() { super(); if (!a) throw new Error('x'); }
        async f() { switch (a) { case 1: if (b) return; await g(); } return accepted(one(), two(),); }
      }`;
    const all = mutated(text);
    expect(all).toHaveLength(4);
    for (const each of all) {
      const { diagnostics } = ts.transpileModule(each, { reportDiagnostics: true });
      expect(diagnostics).toEqual([]);
    }
  });
});
