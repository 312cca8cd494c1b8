import type { Figures, Mode } from './duels.js';

const [WIDTH, HEIGHT] = [720, 360];
const FRAME = { left: 56, right: 16, top: 64, bottom: 52 };
const INK = { text: '#24292f', soft: '#57606a', grid: '#e4e7eb' };
const FONT = 'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif"';
const BARS: readonly { readonly mode: Mode; readonly color: string; readonly label: string }[] = [
  { mode: 'corrected', color: '#1a7f37', label: 'corrected' },
  { mode: 'level', color: '#bf8700', label: 'level within 30 ms' },
  { mode: 'arrival', color: '#8c959f', label: 'order of arrival' },
];
const BAR = 30;
/** A coin does as well. */
const LEAST = 0.5;

const labelOf = ([from, to]: Figures['gap']) => `${from} to ${to} ms`;

/** How often each mode names the truly first, by how far apart the two touches were. Returns the text of an SVG. */
export function drawChart(duels: readonly Figures[]): string {
  const [bottom, right] = [HEIGHT - FRAME.bottom, WIDTH - FRAME.right];
  const y = (share: number) => bottom - ((Math.max(share, LEAST) - LEAST) / (1 - LEAST)) * (bottom - FRAME.top);
  const text = (at: readonly [number, number], anchor: string, what: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}" font-size="13" fill="${INK.text}" ${more}>${what}</text>`;
  const rect = (x: number, top: number, [width, height]: readonly [number, number], color: string) =>
    `<rect x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${width}" height="${height.toFixed(1)}" fill="${color}"/>`;
  const groupWidth = (right - FRAME.left) / duels.length;
  const lines = [0.5, 0.6, 0.7, 0.8, 0.9, 1].flatMap((share) => [
    `<line x1="${FRAME.left}" y1="${y(share).toFixed(1)}" x2="${right}" y2="${y(share).toFixed(1)}" stroke="${INK.grid}"/>`,
    text([FRAME.left - 8, y(share) + 4], 'end', `${Math.round(share * 100)} %`, `style="fill:${INK.soft}"`),
  ]);
  const groups = duels.flatMap((figures, group) => {
    const middle = FRAME.left + (group + 0.5) * groupWidth;
    const bars = BARS.flatMap(({ mode, color }, n) => {
      const share = figures.right[mode] / figures.held;
      const x = middle + (n - BARS.length / 2) * BAR;
      return [
        rect(x + 1, y(share), [BAR - 2, bottom - y(share)], color),
        text(
          [x + BAR / 2, y(share) - 4],
          'middle',
          (share * 100).toFixed(share > 0.98 ? 1 : 0),
          'style="font-size:11px"',
        ),
      ];
    });
    return [...bars, text([middle, bottom + 20], 'middle', labelOf(figures.gap))];
  });
  const legend = BARS.flatMap(({ color, label }, n) => [
    rect(FRAME.left + n * 160, 38, [12, 12], color),
    text([FRAME.left + n * 160 + 18, 49], 'start', label),
  ]);
  const title = 'The truly first of two is named first';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}" ${FONT}>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text([FRAME.left, 24], 'start', title, 'style="font-size:15px;font-weight:600"'),
    ...legend,
    ...lines,
    ...groups,
    text(
      [(FRAME.left + right) / 2, HEIGHT - 10],
      'middle',
      'how far apart the two touches were, where both arrive within the hold',
    ),
    '</svg>',
    '',
  ].join('\n');
}
