import { textsOf, useTranslator } from '../../platform/i18n/texts.js';
import styles from './buzzer-page.module.css';

/** Here and not among the texts of the buzzer, which every player loads first. */
const t = textsOf('nameNote', {
  waits: 'The moderator is checking your name. Until then others see “{{name}}”.',
});

/** While the player's name waits for a review. */
export function NameNote({ name }: { name: string }) {
  useTranslator();
  return (
    <p className={styles.nameNote} role="status">
      {t('waits', { name })}
    </p>
  );
}
