import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { fetchedAhead } from './lazy.js';

const chunk = () => fetchedAhead(async () => () => <p>the page</p>);

describe('a chunk that can be fetched ahead', () => {
  it('draws in the first render once it is there', async () => {
    const [Page, fetch] = chunk();
    await fetch();
    render(
      <Suspense fallback="wait">
        <Page />
      </Suspense>,
    );
    expect(document.body.textContent).toBe('the page');
  });

  it('shows the fallback and fetches when it is shown earlier', async () => {
    const [Page] = chunk();
    render(
      <Suspense fallback="wait">
        <Page />
      </Suspense>,
    );
    expect(document.body.textContent).toBe('wait');
    await screen.findByText('the page');
  });
});
