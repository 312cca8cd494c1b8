import { Button } from '@mantine/core';
import type { Command, GameView, UnreviewedName } from '@earworm/rules';
import { useRights } from '../live/use-rights.js';
import { Dialog } from '../ui/dialog.js';
import { type Barred, NameList, NameRow } from './name-rows.js';
import { ReportedNames } from './reported-names.js';
import { t } from './name-texts.js';
import { t as people } from './texts.js';

/** Only names that are seen are approved; a command with so many fits into a frame. */
const SHOWN = 20;

interface Props {
  readonly view: GameView;
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  give(command: Command): Promise<boolean>;
}

export function NamesDialog({ view, title, opened, onClose, give }: Props) {
  const barred = useRights(view).barred('people');
  const { unreviewed: names = [], reported = [] } = view;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="md">
      {names.length > 0 && <NewNames {...{ names, barred, give }} />}
      {reported.length > 0 && <ReportedNames {...{ reported, barred, give }} hasTitle={names.length > 0} />}
    </Dialog>
  );
}

interface NewNamesProps {
  readonly names: readonly UnreviewedName[];
  readonly barred: Barred;
  give(command: Command): Promise<boolean>;
}

function NewNames({ names, barred, give }: NewNamesProps) {
  const shown = names.slice(0, SHOWN);
  const approve = (approved: readonly UnreviewedName[]) =>
    void give({ type: 'approveNames', names: approved.map(({ id: playerId, name }) => ({ playerId, name })) });
  return (
    <>
      <NameList label={people('newNames')} more={names.length - shown.length}>
        {shown.map((each, at) => (
          <NameRow key={`${at} ${each.id} ${each.name}`} {...{ each, barred, give }}>
            {(whileResting, rename) => (
              <>
                <Button
                  size="xs"
                  variant="light"
                  {...whileResting}
                  aria-label={t('approveName', { name: each.name })}
                  onClick={() => approve([each])}
                >
                  {t('approve')}
                </Button>
                {rename}
              </>
            )}
          </NameRow>
        ))}
      </NameList>
      {shown.length > 1 && (
        <Button mt="md" {...barred} onClick={() => approve(shown)}>
          {t('approveThese', { count: shown.length })}
        </Button>
      )}
    </>
  );
}
