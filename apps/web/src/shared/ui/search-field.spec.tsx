import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPart } from '../../testing/render.js';
import { SearchField } from './search-field.js';

describe('a search field', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  async function draw() {
    const searches: string[] = [];
    let goBackTo: (text: string) => void = () => undefined;
    function Page() {
      const [search, setSearch] = useState('');
      goBackTo = setSearch;
      const onSearch = (text: string) => {
        searches.push(text);
        setSearch(text);
      };
      return <SearchField label="Search" value={search} onSearch={onSearch} />;
    }
    await renderPart(<Page />);
    const field = screen.getByRole<HTMLInputElement>('searchbox');
    return {
      searches,
      field,
      type: (text: string) => fireEvent.change(field, { target: { value: text } }),
      wait: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
      goBackTo: (text: string) => act(() => goBackTo(text)),
    };
  }

  it('searches once when the typing pauses', async () => {
    const { type, wait, searches, field } = await draw();
    for (const text of ['a', 'ad', 'ada']) {
      type(text);
      wait(299);
    }
    expect([field.value, searches]).toEqual(['ada', []]);
    wait(1);
    expect(searches).toEqual(['ada']);
  });

  it('searches at once when the focus leaves it, and not again', async () => {
    const { type, wait, searches, field } = await draw();
    type('ada');
    fireEvent.blur(field);
    expect(searches).toEqual(['ada']);
    wait(1_000);
    fireEvent.blur(field);
    expect(searches).toEqual(['ada']);
  });

  it('shows a search that was changed elsewhere, without searching', async () => {
    const { type, wait, goBackTo, searches, field } = await draw();
    type('ada');
    wait(300);
    goBackTo('');
    expect(field.value).toBe('');
    wait(1_000);
    expect(searches).toEqual(['ada']);
  });
});
