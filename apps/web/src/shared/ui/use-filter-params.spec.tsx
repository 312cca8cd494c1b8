import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { useFilterParams } from './query-in-address.js';

describe('filters in the address', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));

  /** Draws a list with a link to a page whose chunk is still loading; `apply` is what a pause in typing calls. */
  function drawList() {
    const chunk = Promise.withResolvers<{ default: ComponentType }>();
    const Details = lazy(() => chunk.promise);
    let apply: () => void = () => undefined;
    function List() {
      const [params, setParams] = useFilterParams();
      apply = () => setParams({ search: 'ada' }, { replace: true });
      return <Link to="/details">Details of {params.get('search') ?? 'all'}</Link>;
    }
    window.history.replaceState(null, '', '/list');
    render(
      <BrowserRouter>
        <Suspense>
          <Routes>
            <Route path="/list" element={<List />} />
            <Route path="/details" element={<Details />} />
          </Routes>
        </Suspense>
      </BrowserRouter>,
    );
    return {
      apply: () => act(() => apply()),
      loadDetails: () => act(() => chunk.resolve({ default: () => 'Loaded' })),
    };
  }

  it('change the address of their page', async () => {
    const { apply } = drawList();
    apply();
    await screen.findByText('Details of ada');
    expect(window.location.search).toBe('?search=ada');
  });

  it('leave the address alone when a link was followed before they are applied', async () => {
    const { apply, loadDetails } = drawList();
    fireEvent.click(screen.getByRole('link'));
    apply();
    expect(window.location.pathname).toBe('/details');
    loadDetails();
    await screen.findByText('Loaded');
  });
});
