import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextField } from './text-fields.js';

const TYPING_MS = 300;

interface Props extends Omit<ComponentProps<typeof TextField>, 'onChange'> {
  onSearch(text: string): void;
}

interface DebouncedFieldProps extends Props {
  /** The value that a typed text stands for. */
  readonly toValue?: (text: string) => string;
}

/** Searches once the typing pauses; shows a `value` that is changed elsewhere, as by the browser's back button. */
export function DebouncedField({ value, toValue = (text) => text, onSearch, ...props }: DebouncedFieldProps) {
  const [typed, setTyped] = useState(value);
  const searched = useRef(value);
  const search = useDebouncedCallback((text: string) => {
    searched.current = toValue(text);
    onSearch(searched.current);
  }, TYPING_MS);
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextField
      {...props}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        search(text);
      }}
      // A late search would navigate back to this page.
      onBlur={() => search.flush()}
    />
  );
}

export const SearchField = (props: Props) => (
  <DebouncedField type="search" leftSection={<IconSearch size={18} aria-hidden />} {...props} />
);
