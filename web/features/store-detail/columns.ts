/** Breakpoints depend on the room for text, not on the window, so that larger letters get one column. Requires an `@container`. */
export const columns =
  'grid grid-cols-1 items-start gap-x-8 gap-y-10 @min-[56rem]:grid-cols-[minmax(0,1fr)_23rem]'
