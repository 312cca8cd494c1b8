import { describe, expect, it } from '@jest/globals';
import { loadFeedbackConfig } from './feedback.config.js';

describe('feedback service defaults', () => {
  it('accepts one submission per minute and sweeps every ten minutes', () => {
    expect(loadFeedbackConfig({ DATABASE_URL: 'postgres://localhost/feedback' })).toMatchObject({
      cooldownSeconds: 60,
      sweepSeconds: 600,
    });
  });
});
