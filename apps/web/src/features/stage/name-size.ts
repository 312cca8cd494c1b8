/** Letters of its own font size that a name takes: an emoji is as wide as two, a joiner or a mark has no width. */
const widthOf = (name: string) =>
  [...name].reduce((sum, sign) => {
    if (/\p{M}|\u200d|\ufe0f/u.test(sign)) return sum;
    return sum + (/\p{Extended_Pictographic}/u.test(sign) ? 1.7 : 1);
  }, 0);

/** A font size at which a name fills the room beside the scores on one line, and no more. */
export const sizeOf = (name: string) => `min(16vh, calc(var(--name-room) / ${Math.max(8, Math.ceil(widthOf(name)))}))`;
