import type { JoinInfo } from '@earworm/contracts';
import { useState } from 'react';
import { moderatorMark, playerMark } from '../../platform/storage/game-marks.js';
import { CodeField } from './code-field.js';
import styles from './forms.module.css';
import { ModeratorBlock } from './notices.js';
import { t } from './texts.js';
import { useJoin } from './use-join.js';
import { Form } from '../../shared/ui/form.js';
import { NameField } from '../../shared/ui/name-field.js';
import { StorageNote } from '../../shared/ui/storage-note.js';
import { Button } from '../../shared/controls/button.js';

/** Proven by the seat secret; a name alone may belong to another player. */
const isOwnSeat = (gameId: string, name: string) =>
  playerMark(gameId)?.name.toLowerCase() === name.trim().toLowerCase();

/** Games of events belong to their rooms. */
export const hostOf = ({ room, moderatorName }: JoinInfo): string => room ?? moderatorName;

export const rejoinText = (info: JoinInfo, name: string) =>
  t(isOwnSeat(info.gameId, name) ? 'wasHere' : 'sameNameLeft', { name: name.trim(), moderator: hostOf(info) });

interface Props {
  readonly initialCode: string;
  readonly onFound?: (() => void) | undefined;
}

export function JoinForm({ initialCode, onFound }: Props) {
  const [code, setCode] = useState(initialCode);
  const { name, setName, info, wantsBack, isClosed, ...join } = useJoin(code, onFound);
  return (
    <Form className={styles.form} onSubmit={join.submit}>
      <CodeField
        value={code}
        onChange={(typed) => {
          setCode(typed);
          join.forgetCodeProblem();
        }}
        error={join.joinProblem ?? join.goneProblem}
        autoFocus={initialCode === ''}
      />
      <NameField
        label={t('yourName')}
        name="name"
        placeholder={t('namePlaceholder')}
        enterKeyHint="go"
        autoFocus={initialCode !== '' && name === ''}
        value={name}
        error={join.nameProblem}
        onChange={setName}
      />
      <p className={styles.lookup} role="status">
        {join.inLine ?? (join.looking && t('looking'))}
        {join.inLine === null &&
          info &&
          (isClosed
            ? t('joiningClosed', { moderator: hostOf(info) })
            : wantsBack
              ? rejoinText(info, name)
              : t(info.status === 'playing' ? 'foundPlaying' : 'found', {
                  moderator: hostOf(info),
                  count: info.playerCount,
                }))}
      </p>
      <StorageNote audience="player" />
      <Button type="submit" size="lg" fullWidth loading={join.busy}>
        {wantsBack ? t('rejoinGame') : t('joinGame')}
      </Button>
      {info && moderatorMark(info.gameId) && <ModeratorBlock gameId={info.gameId} />}
    </Form>
  );
}
