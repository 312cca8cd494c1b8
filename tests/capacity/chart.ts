interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly label: string;
  readonly color: string;
  /** In order of x. */
  readonly points: readonly Point[];
  /** Up to here it was measured; beyond, it is drawn dashed. */
  readonly measuredTo: number;
  readonly measured: readonly Point[];
}

export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly Line[];
  /** A height that means something. */
  readonly mark: { readonly y: number; readonly label: string };
}

const [WIDTH, HEIGHT] = [760, 440];
const FRAME = { left: 64, right: 132, top: 48, bottom: 52 };
const INK = { text: '#24292f', soft: '#57606a', grid: '#e4e7eb', mark: '#8250df' };
const FONT = 'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif"';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const decades = (values: readonly number[]) => {
  const [from, to] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  return Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
};
const numeral = (value: number) => (value >= 1 ? value.toLocaleString('en') : String(Number(value.toPrecision(1))));

/** Both axes are logarithmic. Returns the text of an SVG. */
export function drawChart({ title, xLabel, yLabel, lines, mark }: Chart): string {
  const points = lines.flatMap((line) => [...line.points, ...line.measured]);
  const [xTicks, yTicks] = [decades(points.map(({ x }) => x)), decades(points.map(({ y }) => y))];
  const scale = (ticks: readonly number[], from: number, to: number) => (value: number) => {
    const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
    return Math.round((from + ((Math.log10(value) - low) / (high - low)) * (to - from)) * 10) / 10;
  };
  const [left, right] = [FRAME.left, WIDTH - FRAME.right];
  const [top, bottom] = [FRAME.top, HEIGHT - FRAME.bottom];
  const [x, y] = [scale(xTicks, left, right), scale(yTicks, bottom, top)];
  const text = (at: Point, anchor: string, what: string, more = '') =>
    `<text x="${at.x}" y="${at.y}" text-anchor="${anchor}" font-size="13" fill="${INK.text}" ${more}>${escaped(what)}</text>`;
  const rule = (from: Point, to: Point, more: string) =>
    `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" ${more}/>`;
  const path = (some: readonly Point[]) => some.map((point) => `${x(point.x)},${y(point.y)}`).join(' ');

  const drawn = lines.flatMap(({ label, color, points: all, measuredTo, measured }) => {
    const last = all.at(-1);
    const stroke = `fill="none" stroke="${color}" stroke-width="2.5" stroke-linejoin="round"`;
    const points = all.filter((point) => point.x <= measuredTo);
    return [
      `<polyline points="${path(points)}" ${stroke}/>`,
      `<polyline points="${path([...points.slice(-1), ...all.filter((point) => point.x > measuredTo)])}" ${stroke} stroke-dasharray="3 6" stroke-linecap="round"/>`,
      ...measured.map(
        (point) => `<circle cx="${x(point.x)}" cy="${y(point.y)}" r="4.5" fill="${color}" stroke="#fff"/>`,
      ),
      ...(last
        ? [text({ x: x(last.x) + 8, y: y(last.y) + 4 }, 'start', label, `style="fill:${color};font-weight:600"`)]
        : []),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}" ${FONT}>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text({ x: left, y: 26 }, 'start', title, 'style="font-size:15px;font-weight:600"'),
    ...xTicks.flatMap((tick) => [
      rule({ x: x(tick), y: top }, { x: x(tick), y: bottom }, `stroke="${INK.grid}"`),
      text({ x: x(tick), y: bottom + 20 }, 'middle', numeral(tick), `style="fill:${INK.soft}"`),
    ]),
    ...yTicks.flatMap((tick) => [
      rule({ x: left, y: y(tick) }, { x: right, y: y(tick) }, `stroke="${INK.grid}"`),
      text({ x: left - 8, y: y(tick) + 4 }, 'end', numeral(tick), `style="fill:${INK.soft}"`),
    ]),
    rule({ x: left, y: y(mark.y) }, { x: right, y: y(mark.y) }, `stroke="${INK.mark}" stroke-dasharray="8 4"`),
    text({ x: left + 6, y: y(mark.y) - 6 }, 'start', mark.label, `style="fill:${INK.mark}"`),
    ...drawn,
    text({ x: (left + right) / 2, y: HEIGHT - 10 }, 'middle', xLabel),
    text({ x: 0, y: 0 }, 'middle', yLabel, `transform="translate(18 ${(top + bottom) / 2}) rotate(-90)"`),
    '</svg>',
    '',
  ].join('\n');
}
