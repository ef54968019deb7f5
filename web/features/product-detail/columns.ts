/**
 * One column, then two with the pictures beside the text, then a third one for the store; the skeleton uses the same grid. Breakpoints
 * depend on the room for text, so that larger letters get fewer columns. Requires an `@container` around it.
 */
export const columns =
  'grid grid-cols-1 gap-x-10 gap-y-8 @min-[56rem]:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] @min-[71rem]:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_20rem]'

export const pictureColumn = '@min-[56rem]:row-span-2 @min-[71rem]:row-span-1'
export const storeColumn =
  'grid grid-cols-1 content-start gap-6 @min-[37rem]:grid-cols-2 @min-[56rem]:grid-cols-1'
