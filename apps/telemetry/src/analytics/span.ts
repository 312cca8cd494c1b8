/** From a moment on and up to, but without, another. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}
