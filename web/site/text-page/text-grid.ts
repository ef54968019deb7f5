// Breakpoints depend on the room for text, in rem: at double text size there is only one column, whatever the window's width.

/** The navigation beside the sections; requires a container. */
export const bodyGrid =
  'grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 @[56rem]:grid-cols-[13rem_minmax(0,1fr)] print:block'

/** A heading beside its text; requires a container. */
export const sectionGrid =
  'grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-t border-rule py-8 @[54rem]:grid-cols-[15rem_minmax(0,1fr)] @[54rem]:py-10'
