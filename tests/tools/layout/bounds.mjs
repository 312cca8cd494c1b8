/** Between which figures each measure of `npm run layout` has to be. */
const BOUNDS = {
  cycles: [0, 0],
  againstLayers: [0, 0],
  dialect: [0, 10],
  under15: [0, 40],
  median: [55, 120],
};

/** A sentence for each measure that is out of bounds. */
export const outOfBounds = (measures, bounds = BOUNDS) =>
  Object.entries(bounds)
    .filter(([name, [least, most]]) => measures[name] < least || measures[name] > most)
    .map(([name, [least, most]]) => {
      const allowed = least === most ? `${most}` : `${least} to ${most}`;
      return `${name} is ${measures[name]}, allowed: ${allowed}`;
    });
