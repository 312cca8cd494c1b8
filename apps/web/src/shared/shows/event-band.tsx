import type { ShowBrand } from '@earworm/contracts';
import { Wordmark } from '../ui/mark.js';
import styles from './event-band.module.css';
import { useBrand } from './use-brand.js';

interface BandProps {
  readonly brand: ShowBrand;
  readonly className?: string | undefined;
}

/** The name of an event in its colours, which have their contrast without the page behind them. */
const Band = ({ brand: { name, colours }, className }: BandProps) => (
  <p
    className={[styles.band, className].filter(Boolean).join(' ')}
    style={colours === null ? undefined : { color: colours.text, backgroundColor: colours.background }}
    dir="auto"
    title={name}
  >
    {name}
  </p>
);

interface Props {
  /** Undefined outside of events. */
  readonly showId: string | undefined;
  readonly className?: string | undefined;
}

/** Whose evening it is: the event's, or the product's. */
export function EventOrProduct({ showId }: Pick<Props, 'showId'>) {
  const brand = useBrand(showId);
  return brand === null ? <Wordmark /> : <Band brand={brand} className={styles.sign} />;
}

const UNKNOWN: ShowBrand = { name: '\u00a0', colours: null };

/** Keeps its place until the name is known: what is below does not move under a thumb. */
export function EventBand({ showId, className }: Props) {
  const brand = useBrand(showId);
  if (showId === undefined) return null;
  return (
    <div className={styles.place} data-known={brand !== null}>
      <Band brand={brand ?? UNKNOWN} className={className} />
    </div>
  );
}
