/** A font size at which a name fills the room beside the scores on one line, and no more. */
export const sizeOf = (name: string) => `min(16vh, calc(var(--name-room) / ${Math.max(8, [...name].length)}))`;
