import { Checkbox } from '@mantine/core';
import { type Right, RIGHTS } from '@earworm/rules';
import styles from './crew-dialog.module.css';
import { rightHint, t } from './texts.js';

interface RightsFieldProps {
  readonly rights: readonly Right[];
  onChange(rights: Right[]): void;
}

export function RightsField({ rights, onChange }: RightsFieldProps) {
  return (
    <Checkbox.Group label={t('rights')} value={[...rights]} onChange={(chosen) => onChange(chosen as Right[])}>
      <div className={styles.rights}>
        {RIGHTS.map((right) => (
          <Checkbox key={right} value={right} label={t(right)} description={rightHint(right)} />
        ))}
      </div>
      <p className={styles.note}>{t('playsToo')}</p>
    </Checkbox.Group>
  );
}

export function RightChips({ rights }: Pick<RightsFieldProps, 'rights'>) {
  return (
    <ul className={styles.chips} aria-label={t('rights')}>
      {RIGHTS.filter((right) => rights.includes(right)).map((right) => (
        <li key={right}>{t(right)}</li>
      ))}
    </ul>
  );
}
