interface Import {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}
interface Cycle {
  /** Whose entries import each other. */
  readonly folder: string;
  readonly entries: readonly string[];
  readonly steps: readonly { readonly from: string; readonly to: string; readonly imports: readonly Import[] }[];
}
export function cyclesIn(imports: readonly Import[]): Cycle[];
