import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { Selection } from './selection.js';
import { t } from './texts.js';

type Filter = Pick<Selection, 'gameCode' | 'moderator'>;

interface Props {
  readonly selection: Selection;
  readonly onChange: (change: Partial<Filter>) => void;
}

const CODE_LENGTH = 6;
const NAME_LENGTH = 20;
const TYPING_MS = 300;

/** An incomplete code would match no game. */
const appliedOf = ({ gameCode, moderator }: Filter): Filter => ({
  gameCode: gameCode.length === CODE_LENGTH ? gameCode : '',
  moderator: moderator.trim(),
});
const isSame = (a: Filter, b: Filter) => a.gameCode === b.gameCode && a.moderator === b.moderator;

export function GameFilters({ selection: { gameCode, moderator }, onChange }: Props) {
  const [typed, setTyped] = useState({ gameCode, moderator });
  const [applied, setApplied] = useState({ gameCode, moderator });
  const apply = useDebouncedCallback((next: Filter) => onChange(next), TYPING_MS);
  if (!isSame(applied, { gameCode, moderator })) {
    setApplied({ gameCode, moderator });
    if (!isSame(appliedOf(typed), { gameCode, moderator })) setTyped({ gameCode, moderator });
  }
  const change = (part: Partial<Filter>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    apply(appliedOf(next));
  };
  return (
    <>
      <TextInput
        label={t('gameCode')}
        maxLength={CODE_LENGTH}
        value={typed.gameCode}
        onChange={({ currentTarget: { value } }) => change({ gameCode: value.trim().toUpperCase() })}
      />
      <TextInput
        label={t('moderator')}
        maxLength={NAME_LENGTH}
        value={typed.moderator}
        onChange={({ currentTarget: { value } }) => change({ moderator: value })}
      />
    </>
  );
}
