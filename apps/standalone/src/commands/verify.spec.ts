import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chainOf, EVIDENCE_FORMAT, textOf } from '@earworm/rules';

const PROGRAM = join(import.meta.dirname, '../../dist/commands/verify.js');

const verify = (...args: string[]) =>
  new Promise<{ code: number; lines: string[] }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
      resolve({ code: Number(error?.code ?? 0), lines });
    });
  });

describe('npm run verify', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'earworm-evidence-'))));
  afterAll(() => rm(folder, { recursive: true }));
  const saved = async (text: string) => {
    const path = join(folder, 'evidence.json');
    await writeFile(path, text);
    return path;
  };
  const end = chainOf('game-1');
  const text = textOf({ format: EVIDENCE_FORMAT, gameId: 'game-1', lines: [], end, scores: [] });

  it('says how to compare a file that holds with what phones showed', async () => {
    const { code, lines } = await verify(await saved(text));
    expect([code, lines.at(-1)]).toEqual([0, end]);
    expect(lines[1]).toContain(`${end.slice(0, 4)} ${end.slice(4, 8)}`);
  });

  it('names what does not fit', async () => {
    expect(await verify(await saved(text.replace('game-1', 'game-2')))).toEqual({
      code: 1,
      lines: [expect.stringContaining('The chain over the lines ends with')],
    });
    expect(await verify(await saved('[]'))).toMatchObject({ code: 1, lines: [expect.stringContaining('no evidence')] });
  });

  it('explains what it expects', async () => {
    expect(await verify()).toEqual({ code: 2, lines: ['usage: npm run verify -- FILE'] });
    expect((await verify(join(folder, 'none.json'))).lines[0]).toMatch(/cannot be read: ENOENT\.$/);
  });
});
