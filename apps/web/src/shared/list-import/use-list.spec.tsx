import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TEMPLATE_LIMITS } from '@earworm/contracts';
import { act, renderHook } from '@testing-library/react';
import { pass } from '../../testing/user-actions.js';
import './read-list.js';
import { readStored } from '../live/stored.js';
import { useList } from './use-list.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
const KEPT_MS = 250;
const RealReader = globalThis.FileReader;
/** Files that are being read; the spec decides in which order they are. */
const reads = new Map<string, SlowReader>();

class SlowReader {
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  result: ArrayBuffer | null = null;
  readonly error = null;
  readAsArrayBuffer({ name }: File): void {
    reads.set(name, this);
  }
}
const isRead = async (name: string) => {
  const reader = reads.get(`${name}.csv`)!;
  reader.result = new TextEncoder().encode(listOf(name)).buffer;
  reader.onload?.();
  await pass();
};
const cannotBeRead = async (name: string) => {
  reads.get(`${name}.csv`)!.onerror?.();
  await pass();
};
const listOf = (name: string) => `Answer,Link\n${name},${LINK}\n`;

function openList() {
  const { result, unmount } = renderHook(() => useList('list.spec'));
  const doing = async (act_: () => unknown) => {
    act(() => void act_());
    await pass();
  };
  return {
    unmount,
    now: () => result.current,
    answers: () => result.current.rows.map(({ answer }) => answer),
    choose: (name: string, content = listOf(name)) =>
      doing(() => result.current.take(new File([content], `${name}.csv`))),
    type: (text: string) => doing(() => result.current.type(text)),
    dropFile: () => doing(() => result.current.dropFile()),
    chooseEncoding: () => doing(() => result.current.chooseEncoding('windows-1251')),
  };
}

describe('state of an imported list', () => {
  beforeEach(() => {
    reads.clear();
    globalThis.FileReader = SlowReader as unknown as typeof FileReader;
  });
  afterEach(() => {
    sessionStorage.clear();
    globalThis.FileReader = RealReader;
  });

  it('shows the file that was chosen last, not the one that was read last', async () => {
    const list = openList();
    await list.choose('first');
    await list.choose('last');
    await isRead('last');
    await isRead('first');
    expect([list.now().name, list.answers()]).toEqual(['last', ['last']]);
  });

  it('keeps the pasted text when a file chosen before has been read', async () => {
    const list = openList();
    await list.choose('file');
    await list.type(`Pasted ${LINK}`);
    await isRead('file');
    expect([list.now().file, list.answers()]).toEqual([null, ['Pasted']]);
  });

  it('remains empty when a file is given up while another one is being read', async () => {
    const list = openList();
    await list.choose('first');
    await isRead('first');
    await list.choose('other');
    await list.dropFile();
    await isRead('other');
    expect(list.now().file).toBeNull();
  });

  it('keeps the file chosen last when the encoding of the one before is changed meanwhile', async () => {
    const list = openList();
    await list.choose('first');
    await isRead('first');
    await list.choose('last');
    await list.chooseEncoding();
    await isRead('last');
    expect([list.now().name, list.now().file?.encoding]).toEqual(['last', undefined]);
  });

  it('reports that a file cannot be read, unless another one was chosen since', async () => {
    const list = openList();
    await list.choose('gone');
    await list.choose('last');
    await isRead('last');
    await cannotBeRead('gone');
    expect([list.now().problem, list.answers()]).toEqual([null, ['last']]);
    await list.choose('gone');
    await cannotBeRead('gone');
    expect(list.now().problem).toMatch(/^“gone\.csv” cannot be read\./);
  });

  it('ignores a file chosen before one that is too large', async () => {
    const list = openList();
    await list.choose('first');
    await list.choose('huge', 'x'.repeat(TEMPLATE_LIMITS.contentBytes + 1));
    await isRead('first');
    expect([list.now().file, list.now().problem]).toEqual([
      null,
      expect.stringMatching(/^“huge\.csv” has 257 KB\. .* Split it into several files/),
    ]);
  });

  it('forgets the columns that were chosen for the list before', async () => {
    const list = openList();
    await list.type(`A\tB\t${LINK}\nC\tD\t${LINK}`);
    act(() => list.now().chooseColumns(list.now().columns!.map((column) => ({ ...column, role: 'none' }))));
    expect(list.answers()).toEqual(['', '']);
    await list.type(`A\tB\t${LINK}\nC\tE\t${LINK}`);
    expect(list.answers()).toEqual(['A – B', 'C – E']);
  });

  it('keeps typed text for the next visit until it is forgotten', async () => {
    const list = openList();
    await list.type(`Kept ${LINK}`);
    await pass(KEPT_MS);
    list.unmount();
    const next = openList();
    await pass();
    expect(next.answers()).toEqual(['Kept']);
    next.now().forget();
    expect(readStored('list.spec')).toBeNull();
  });
});
