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

/** Half a code is the code of no game. */
const appliedOf = ({ gameCode, moderator }: Filter): Filter => ({
  gameCode: gameCode.length === CODE_LENGTH ? gameCode : '',
  moderator: moderator.trim(),
});
const isSame = (a: Filter, b: Filter) => a.gameCode === b.gameCode && a.moderator === b.moderator;

/** Only one game, or only the games of one moderator. */
export function GameFilters({ selection: { gameCode, moderator }, onChange }: Props) {
  const [typed, setTyped] = useState({ gameCode, moderator });
  const [applied, setApplied] = useState({ gameCode, moderator });
  const apply = useDebouncedCallback((next: Filter) => onChange(next), TYPING_MS);
  if (!isSame(applied, { gameCode, moderator })) {
    setApplied({ gameCode, moderator });
    // Not by what is typed: back in the history, or all games are shown again.
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
