import { NAME_MAX_UNITS } from '@earworm/rules';
import { DebouncedField } from '../../../shared/ui/search-field.js';
import styles from './game-filters.module.css';
import type { Selection } from './selection.js';
import { t } from './texts.js';

interface Props {
  readonly selection: Selection;
  readonly onChange: (change: Partial<Pick<Selection, 'gameCode' | 'moderator'>>) => void;
}

const CODE_LENGTH = 6;

/** An incomplete code would match no game. */
function codeIn(text: string): string {
  const code = text.trim().toUpperCase();
  return code.length === CODE_LENGTH ? code : '';
}

export const GameFilters = ({ selection: { gameCode, moderator }, onChange }: Props) => (
  <>
    <DebouncedField
      label={t('gameCode')}
      maxLength={CODE_LENGTH}
      classNames={{ input: styles.code }}
      value={gameCode}
      toValue={codeIn}
      onSearch={(code) => onChange({ gameCode: code })}
    />
    <DebouncedField
      label={t('moderator')}
      maxLength={NAME_MAX_UNITS}
      value={moderator}
      toValue={(text) => text.trim()}
      onSearch={(name) => onChange({ moderator: name })}
    />
  </>
);
