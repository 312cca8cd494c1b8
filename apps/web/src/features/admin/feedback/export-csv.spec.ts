import { describe, expect, it } from '@jest/globals';
import type { Feedback } from '@earworm/contracts';
import { csvOfFeedback } from './export-csv.js';
import { queryIn } from './use-feedback-list.js';

const entry: Feedback = {
  ...{ feedbackId: 'f1', type: 'bug', title: '=HYPERLINK("http://x")', description: 'a "b"\nc', screenshotURL: null },
  ...{ createdAt: 0, userId: '-1+1', userEmail: '@sum', status: 'in-progress', gameVersion: '1.0', replyNote: '\t+1' },
  ...{ handledAt: null, handledBy: null },
  context: {
    ...{ gameId: null, gameCode: null, page: '/', build: 'a1b2c3', userAgent: '=Browser' },
    ...{ viewportWidth: 390, viewportHeight: 844, language: 'en' },
  },
};

describe('the CSV export of feedback', () => {
  it('contains nothing that a spreadsheet would run', () => {
    const [, line] = csvOfFeedback([entry]).split('\r\n');
    expect(line).toBe(
      `"f1","1970-01-01T00:00:00.000Z","Bug","In progress","'=HYPERLINK(""http://x"")","a ""b""\nc","'@sum","'-1+1","1.0","","\t'+1","","","","/","'=Browser 390x844 en","a1b2c3"`,
    );
  });
});

describe('the address of the feedback page', () => {
  it('determines the list, and ignores invalid values', () => {
    expect(queryIn(new URLSearchParams('status=resolved&sort=title&page=3&search=a%25'))).toMatchObject({
      ...{ status: 'resolved', sort: 'title', page: 3, search: 'a%' },
    });
    expect(queryIn(new URLSearchParams('status=lost&sort=1;drop&page=-1&type='))).toMatchObject({
      ...{ sort: 'createdAt', direction: 'desc', page: 1, search: '' },
    });
  });
});
