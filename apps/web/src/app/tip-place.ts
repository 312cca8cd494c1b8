/** A rectangle on the page, in px from the top left of what is in sight. */
export interface Box {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}
type Size = Pick<Box, 'width' | 'height'>;

const MARGIN = 12;
/** A tip that cannot be seen helps less than one that covers something. */
const HIDDEN_COST = 100;

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

/**
 * Where a tip of this size goes: beside what it speaks of, or at an edge or in the middle of the screen; the first place in sight that
 * covers none of `controls`, else the one that covers the least of them.
 */
export function placeOfTip(tip: Size, place: Box, controls: readonly Box[], screen: Size): Box {
  const middle = place.left + place.width / 2 - tip.width / 2;
  const centre = place.top + place.height / 2 - tip.height / 2;
  const inside = (left: number) =>
    Math.min(Math.max(MARGIN, left), Math.max(MARGIN, screen.width - tip.width - MARGIN));
  const candidates = [
    { left: inside(middle), top: place.top + place.height + MARGIN },
    { left: inside(middle), top: place.top - tip.height - MARGIN },
    { left: place.left + place.width + MARGIN, top: centre },
    { left: place.left - tip.width - MARGIN, top: centre },
    { left: inside(middle), top: screen.height - tip.height - MARGIN },
    { left: inside(middle), top: MARGIN },
    { left: inside(middle), top: (screen.height - tip.height) / 2 },
  ].map((at) => ({ ...at, ...tip }));
  const whole = { top: 0, left: 0, ...screen };
  const area = tip.width * tip.height;
  const cost = (box: Box) =>
    [place, ...controls].reduce((sum, control) => sum + overlap(box, control), 0) +
    HIDDEN_COST * (area - overlap(box, whole));
  return candidates.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}
