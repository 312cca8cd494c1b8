import { Button } from '@mantine/core';
import type { Command, ReportedName } from '@earworm/rules';
import type { ReactNode } from 'react';
import { type Barred, NameList, NameRow } from './name-rows.js';
import styles from './name-review.module.css';
import { t } from './name-texts.js';
import { t as people } from './texts.js';

const SHOWN = 20;

interface Props {
  readonly reported: readonly ReportedName[];
  readonly barred: Barred;
  /** Where other names are listed as well. */
  readonly hasTitle?: boolean;
  give(command: Command): Promise<boolean>;
}

/** Names that players have reported, and what can be done about them. */
export function ReportedNames({ reported, barred, hasTitle = false, give }: Props) {
  return (
    <>
      {hasTitle && <h3 className={styles.title}>{people('reportedNames')}</h3>}
      <NameList label={people('reportedNames')} more={Math.max(0, reported.length - SHOWN)}>
        {reported.slice(0, SHOWN).map((each, at) => (
          <NameRow
            key={`${at} ${each.id} ${each.name}`}
            note={t('reportedBy', { count: each.reports })}
            {...{ each, barred, give }}
          >
            {(whileResting, rename) => <Answers {...{ each, rename, give }} barred={whileResting} />}
          </NameRow>
        ))}
      </NameList>
    </>
  );
}

interface AnswersProps {
  readonly each: ReportedName;
  readonly rename: ReactNode;
  readonly barred: Barred;
  give(command: Command): Promise<boolean>;
}

function Answers({ each: { id: playerId, name }, rename, barred, give }: AnswersProps) {
  return (
    <>
      <Button
        size="xs"
        variant="light"
        {...barred}
        aria-label={t('keepName', { name })}
        onClick={() => void give({ type: 'keepName', playerId, name })}
      >
        {t('keep')}
      </Button>
      {rename}
      <Button
        size="xs"
        variant="default"
        {...barred}
        aria-label={t('removeName', { name })}
        onClick={() => void give({ type: 'removePlayer', playerId, ban: false })}
      >
        {t('remove')}
      </Button>
    </>
  );
}
