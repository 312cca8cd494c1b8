import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkLimit, type RequestOf } from '@earworm/contracts';
import { request } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const TEMPLATE = { templateId: 'template-1' };
const FACTS = { title: 'Eighties', description: '', language: null, tags: [] };

describe('limits on stored content', () => {
  let gateway: RunningGateway;
  let requests: RequestOf<typeof checkLimit>[] = [];
  /** Actions that have points left. */
  let allowed: readonly string[] = [];

  beforeAll(async () => {
    gateway = await runGateway();
    gateway.bus.serve(checkLimit, (input) => {
      requests.push(input);
      if (allowed.includes(input.action)) return { allowed: true, remaining: 1, resetTime: 0 };
      return { allowed: false, remaining: 0, resetTime: 12_300 };
    });
  });
  beforeEach(() => {
    requests = [];
    allowed = [];
  });
  afterAll(() => gateway.close());

  it.each([
    ['a new template', 'keep_template', '/api/templates', { ...TEMPLATE, facts: FACTS }],
    [
      'one made of a game',
      'keep_template',
      '/api/template-from-game',
      { ...TEMPLATE, gameId: 'game-1', title: 'Eighties' },
    ],
    ['a copy', 'keep_template', '/api/templates/template-1/copy', { copyId: 'template-2' }],
    ['a save', 'save_template', '/api/templates/template-1/save', { saveId: 'save-of-ann-1', basedOn: 1 }],
    ['an audio file', 'upload_clip', '/api/clips', { size: 1_000 }],
    [
      'a screenshot',
      'upload_screenshot',
      '/api/feedback/screenshot',
      { fileName: 'a.png', contentType: 'image/png', size: 1_000 },
    ],
  ])('count %s (%s)', async (_what, action, path, body) => {
    const { status, headers, bytes } = await request(gateway, path, { as: 'ann', body });
    expect(requests).toMatchObject([{ action, userId: 'ann', spend: true }]);
    expect([status, headers.get('retry-after')]).toEqual([429, '13']);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      code: 'limit-saves',
      message: 'You are saving too often. Please wait 13 seconds before trying again.',
    });
  });

  it.each([
    ['an audio file', 'clip_bytes', '/api/clips', { size: 3_000 }],
    [
      'a screenshot',
      'screenshot_bytes',
      '/api/feedback/screenshot',
      { fileName: 'a.png', contentType: 'image/png', size: 3_000 },
    ],
  ])('count %s by its bytes, too (%s)', async (_what, action, path, body) => {
    allowed = ['upload_clip', 'upload_screenshot'];
    const { status, bytes } = await request(gateway, path, { as: 'ann', body });
    expect(requests.at(-1)).toMatchObject({ action, points: 3_000, spend: true });
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([429, 'limit-saves']);
  });

  it.each([
    ['audio file', '/api/clips', 'clip-too-large', { size: 10 ** 12 }],
    [
      'screenshot',
      '/api/feedback/screenshot',
      'screenshot-too-large',
      { fileName: 'a.png', contentType: 'image/png', size: 10 ** 12 },
    ],
  ])('exclude the bytes of a refused %s', async (_what, path, code, body) => {
    allowed = ['upload_clip', 'upload_screenshot'];
    const { status, bytes } = await request(gateway, path, { as: 'ann', body });
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([413, { code }]);
    expect(requests.filter(({ action }) => action.endsWith('_bytes'))).toEqual([]);
  });
});
