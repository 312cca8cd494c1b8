import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { limited, toLength } from './limited-text.js';

interface Typed {
  readonly value: string;
  /** UTF-16 units; text is never cut within a character. */
  readonly maxLength?: number;
  onChange(value: string): void;
}

type TextFieldProps = Omit<TextInputProps, keyof Typed> & Typed;

export const TextField = ({ onChange, maxLength = Infinity, ...props }: TextFieldProps) => (
  <TextInput {...props} {...limited(toLength(maxLength), onChange)} />
);

export const TextArea = ({ onChange, maxLength = Infinity, ...props }: Omit<TextareaProps, keyof Typed> & Typed) => (
  <Textarea {...props} {...limited(toLength(maxLength), onChange)} />
);
