import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPart } from '../../testing/render.js';
import { CodeField } from './code-field.js';

async function draw() {
  const codes: string[] = [];
  function Page() {
    const [code, setCode] = useState('');
    const change = (next: string) => {
      codes.push(next);
      setCode(next);
    };
    return <CodeField value={code} onChange={change} error={null} autoFocus={false} />;
  }
  await renderPart(<Page />);
  const input = screen.getByLabelText<HTMLInputElement>('Game Code');
  const type = (value: string, isComposing: boolean) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
    fireEvent(input, new InputEvent('input', { bubbles: true, isComposing }));
  };
  const boxes = () => [...document.querySelectorAll('.box')].map(({ textContent }) => textContent).join('');
  return { codes, input, type, boxes };
}

describe('the code field', () => {
  it('leaves the input alone while a keyboard composes, and shows what will be taken', async () => {
    const { codes, input, type, boxes } = await draw();
    fireEvent.compositionStart(input);
    for (const text of ['Ｋ', 'Ｋ７', 'Ｋ７Ｗ']) {
      type(text, true);
      expect(input.value).toBe(text);
    }
    expect([boxes(), codes.at(-1)]).toEqual(['K7W', 'K7W']);
  });

  it('takes the end of a composition', async () => {
    const { codes, input, type, boxes } = await draw();
    fireEvent.compositionStart(input);
    type('Ｋ７ＷＱ４Ｍ', true);
    fireEvent.compositionEnd(input);
    expect([input.value, boxes(), codes.at(-1)]).toEqual(['K7WQ4M', 'K7WQ4M', 'K7WQ4M']);
  });

  it('shows capitals without rewriting small letters', async () => {
    const { codes, input, type, boxes } = await draw();
    type('k7w', false);
    expect([input.value, boxes(), codes.at(-1)]).toEqual(['k7w', 'K7W', 'K7W']);
  });

  it('keeps six characters of more', async () => {
    const { input, type, boxes } = await draw();
    type('k7wq4mx', false);
    expect([input.value, boxes()]).toEqual(['K7WQ4M', 'K7WQ4M']);
  });
});
