import { Fragment } from 'react';
import styles from './privacy-page.module.css';
import { t } from './privacy-texts.js';

const LINKED = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]|[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]+)/;

/** The operator's words, in whatever language they are written. Addresses in them can be followed. */
export function OperatorText({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <section className={styles.operator} aria-labelledby="operator">
      <h2 id="operator">{t('operator')}</h2>
      <p className={styles.own} dir="auto">
        {text
          .trim()
          .split(LINKED)
          .map((part, place) => (
            <Fragment key={place}>{place % 2 === 0 ? part : <Address text={part} />}</Fragment>
          ))}
      </p>
    </section>
  );
}

const Address = ({ text }: { text: string }) =>
  text.startsWith('http') ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <a href={`mailto:${text}`}>{text}</a>
  );
