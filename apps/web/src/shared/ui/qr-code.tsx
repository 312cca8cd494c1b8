import { useMemo } from 'react';
import { encode } from 'uqr';

/** Cameras read all eight; to weigh them up takes ten times as long, and hundreds of codes are drawn at once. */
const MASK = 3;

interface Props {
  readonly value: string;
  readonly title: string;
  /** Of the quiet zone, in modules. */
  readonly margin: number;
  readonly className?: string | undefined;
}

/** Black on white in both themes. */
export function QrCode({ value, title, margin, className }: Props) {
  const { path, size } = useMemo(() => drawn(value, margin), [value, margin]);
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img">
      <title>{title}</title>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function drawn(value: string, margin: number) {
  const { data, size } = encode(value, { ecc: 'M', boostEcc: true, maskPattern: MASK, border: margin });
  const path = data.flatMap((row, y) => {
    const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []));
    return starts.map((x) => `M${x} ${y}h${row.indexOf(false, x) - x}v1H${x}z`);
  });
  return { path: path.join(''), size };
}
