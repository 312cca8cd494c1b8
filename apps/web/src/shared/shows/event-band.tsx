import type { ShowBrand, ShowLogo } from '@earworm/contracts';
import { Wordmark } from '../ui/mark.js';
import styles from './event-band.module.css';
import { useBrand } from './use-brand.js';

interface LogoProps {
  readonly logo: ShowLogo;
  readonly className?: string | undefined;
  /** It is made for their background, where it is not on one of them. */
  readonly colours?: ShowBrand['colours'];
  /** Where the name of the event is not beside it. */
  readonly text?: string;
}

export const Logo = ({ logo: { path, width, height }, className, colours, text = '' }: LogoProps) => (
  <img
    className={className}
    style={colours ? { backgroundColor: colours.background } : undefined}
    src={path}
    width={width}
    height={height}
    alt={text}
  />
);

interface BandProps {
  readonly brand: ShowBrand;
  readonly className?: string | undefined;
}

/** The name of an event in its colours, which have their contrast without the page behind them. */
const Band = ({ brand: { name, colours, logo }, className }: BandProps) => (
  <p
    className={[styles.band, className].filter(Boolean).join(' ')}
    style={colours === null ? undefined : { color: colours.text, backgroundColor: colours.background }}
    dir="auto"
    title={name}
  >
    {logo !== null && <Logo logo={logo} className={styles.logo} />}
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
  return brand ? <Band brand={brand} className={styles.sign} /> : <Wordmark />;
}

const UNKNOWN: ShowBrand = { name: '\u00a0', colours: null, logo: null };

/** Keeps its place until the name is known: what is below does not move under a thumb. */
export function EventBand({ showId, className }: Props) {
  const brand = useBrand(showId);
  if (brand === null) return null;
  return (
    <div className={styles.place} data-known={brand !== undefined}>
      <Band brand={brand ?? UNKNOWN} className={className} />
    </div>
  );
}
