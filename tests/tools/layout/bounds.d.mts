type Bounds = Readonly<Record<string, readonly [least: number, most: number]>>;
export function outOfBounds(measures: Readonly<Record<string, number>>, bounds?: Bounds): string[];
