import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { renderPart } from '../../testing/render.js';
import { NameField } from './name-field.js';
import { TextArea, TextField } from './text-fields.js';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

async function draw(Field: ComponentType<FieldProps>) {
  const given: string[] = [];
  function Page() {
    const [value, setValue] = useState('');
    const change = (text: string) => {
      given.push(text);
      setValue(text);
    };
    return <Field label="Field" value={value} onChange={change} />;
  }
  await renderPart(<Page />);
  const field = screen.getByLabelText<HTMLInputElement>('Field');
  /** As a keyboard writes it, the caret at the end of what was typed. */
  const type = (value: string, caret = value.length, isComposing = false) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
    set!.call(field, value);
    field.setSelectionRange(caret, caret);
    fireEvent(field, new InputEvent('input', { bubbles: true, isComposing }));
  };
  return { field, given, type };
}

const FLAG = '🇧🇷';
const Line = (props: FieldProps) => <TextField {...props} maxLength={6} />;
const Lines = (props: FieldProps) => <TextArea {...props} maxLength={6} />;

describe('a field for a name', () => {
  it('takes twenty characters as people count them', async () => {
    const { field, given, type } = await draw(NameField);
    type('x'.repeat(25));
    expect(field.value).toBe('x'.repeat(20));
    type(FLAG.repeat(20));
    expect(field.value).toBe(FLAG.repeat(20));
    type(`${FLAG.repeat(20)}👨‍👩‍👧`);
    expect(field.value).toBe(FLAG.repeat(20));
    expect(given.at(-1)).toBe(field.value);
  });
});

describe.each([
  ['a line of text', Line],
  ['several lines of text', Lines],
])('a field with a limit for %s', (_, Field) => {
  it('never cuts an emoji in pieces', async () => {
    const { field, type } = await draw(Field);
    type(`abc${FLAG}`);
    expect(field.value).toBe('abc');
    type(`ab${FLAG}`);
    expect(field.value).toBe(`ab${FLAG}`);
  });

  it('keeps what is after the caret when it is full, and the caret in its place', async () => {
    const { field, type } = await draw(Field);
    type('abcdef');
    type('abXYcdef', 4);
    expect([field.value, field.selectionStart]).toEqual(['abcdef', 2]);
  });

  it('cuts nothing while a keyboard composes, and then what is too long', async () => {
    const { field, given, type } = await draw(Field);
    fireEvent.compositionStart(field);
    type('ありがとうございます', 10, true);
    expect(field.value).toBe('ありがとうございます');
    fireEvent.compositionEnd(field);
    expect([field.value, given.at(-1)]).toEqual(['ありがとうご', 'ありがとうご']);
  });
});
