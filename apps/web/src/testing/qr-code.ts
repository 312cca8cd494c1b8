import QRCode from 'qrcode';

type Modules = readonly (readonly boolean[])[];

/** The dark modules of a QR code that is drawn as SVG, without its quiet zone. */
function modulesOf(svg: SVGElement): Modules {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const path = svg.querySelectorAll('path')[1]?.getAttribute('d') ?? '';
  for (const [, x, y, width] of path.matchAll(/M(\d+)[ ,](\d+) ?h(\d+)v1/g))
    dark[Number(y)]!.fill(true, Number(x), Number(x) + Number(width));
  const margin = dark.findIndex((row) => row.includes(true));
  return dark.slice(margin, size - margin).map((row) => row.slice(margin, size - margin));
}

const LEVELS = ['M', 'L', 'H', 'Q'] as const;
/** What the standard combines the format with. */
const FORMAT_MASK = 0x5412;

/** Level and mask, as the standard writes them beside the upper left finder pattern. */
function formatOf(modules: Modules) {
  const places = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => modules[8]![column]!);
  const below = [7, 5, 4, 3, 2, 1, 0].map((row) => modules[row]![8]!);
  const bits = [...places, ...below].reduce((value, bit) => value * 2 + Number(bit), 0) ^ FORMAT_MASK;
  return { level: LEVELS[bits >> 13]!, mask: (bits >> 10) & 7 };
}

/**
 * Whether a camera that scans the drawn code gets this text: another encoder than the page's draws the same modules for
 * it, with the version, level and mask that the drawn code says it has.
 */
export function isQrOf(svg: SVGElement, text: string): boolean {
  const modules = modulesOf(svg);
  const { level, mask } = formatOf(modules);
  const { data, size } = QRCode.create([{ data: Buffer.from(text), mode: 'byte' }], {
    version: (modules.length - 17) / 4,
    errorCorrectionLevel: level,
    maskPattern: mask as QRCode.QRCodeMaskPattern,
  }).modules;
  return size === modules.length && modules.flat().every((dark, at) => dark === Boolean(data[at]));
}
