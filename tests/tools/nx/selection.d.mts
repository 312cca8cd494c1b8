export function specsFor(folder: string, changed: readonly string[]): 'all' | string[];
