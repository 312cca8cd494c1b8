import { describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Messages of the project's lint rules for a line of code in a file. */
async function complaints(filePath: string, code: string): Promise<string[]> {
  const eslint = new ESLint({ cwd: root });
  const [result] = await eslint.lintText(code, { filePath: `${root}/${filePath}` });
  return (result?.messages ?? []).filter((m) => m.ruleId?.startsWith('no-restricted')).map((m) => m.message);
}

describe('lint rules for imports between packages', () => {
  it.each([
    ['libs/rules/src/x.ts', "import fs from 'node:fs'; fs.readFileSync;"],
    ['libs/rules/src/x.ts', "import { ERRORS } from '@earworm/contracts'; ERRORS;"],
    ['libs/contracts/src/x.ts', "import { createBus } from '@earworm/service-kit/bus'; createBus;"],
    ['libs/client/src/x.ts', "import { createBus } from '@earworm/service-kit/bus'; createBus;"],
    ['libs/service-kit/src/x.ts', "import { decide } from '@earworm/rules'; decide;"],
    ['apps/gateway/src/x.ts', "import { decide } from '@earworm/rules'; decide;"],
    ['apps/gateway/src/x.ts', "import { GameModule } from '@earworm/game'; GameModule;"],
    ['apps/game/src/x.ts', "import { GatewayModule } from '@earworm/gateway'; GatewayModule;"],
    ['apps/web/src/x.ts', "import { createBus } from '@earworm/service-kit/bus'; createBus;"],
    ['apps/web/src/x.ts', "import { GameModule } from '../../game/src/game.module.js'; GameModule;"],
    ['apps/web/src/features/home/x.ts', "import { PlayPage } from '../../apps/game/x.js'; PlayPage;"],
  ])('refuse in %s: %s', async (file, code) => {
    expect(await complaints(file, code)).not.toEqual([]);
  });

  it.each([
    ['libs/rules/src/x.ts', "import { z } from 'zod'; z;"],
    ['libs/contracts/src/x.ts', "import { GameId } from '@earworm/rules'; GameId;"],
    ['libs/client/src/x.ts', "import { evolveView } from '@earworm/rules'; evolveView;"],
    ['apps/gateway/src/x.ts', "import { ROUTES } from '@earworm/contracts'; ROUTES;"],
    ['apps/game/src/x.ts', "import { decide } from '@earworm/rules'; decide;"],
    ['apps/standalone/src/x.ts', "import { GameModule } from '@earworm/game'; GameModule;"],
    ['apps/web/src/x.ts', "import { createGameClient } from '@earworm/client'; createGameClient;"],
  ])('allow in %s: %s', async (file, code) => {
    expect(await complaints(file, code)).toEqual([]);
  });
});

describe('lint rules for pure game logic', () => {
  it.each([
    'export const now = Date.now();',
    'export const die = Math.random();',
    'export const today = new Date();',
    'setTimeout(() => 1, 1);',
  ])('refuse in libs/rules: %s', async (code) => {
    expect(await complaints('libs/rules/src/x.ts', code)).not.toEqual([]);
  });
});

describe('lint rules for features of the web app', () => {
  it('refuse an import of another feature', async () => {
    expect(
      await complaints('apps/web/src/features/home/x.ts', "import { DeskPage } from '../desk/desk-page.js'; DeskPage;"),
    ).not.toEqual([]);
  });
});
