import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { draw } from '../../testing/user-actions.js';
import { Notice } from './notice.js';

describe('a notice of the sign-in forms', () => {
  it('exists for screen readers before it has a text', async () => {
    await draw(<Notice text={null} tone="bad" more="Try again." />);
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it.each([
    [null, []],
    ['Try again.', ['Try again.']],
  ])('shows a paragraph only for what follows its text: %s', async (more, paragraphs) => {
    await draw(<Notice text="That did not work." tone="bad" more={more} />);
    const notice = screen.getByRole('alert');
    expect(notice.textContent).toContain('That did not work.');
    expect([...notice.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(paragraphs);
  });
});
