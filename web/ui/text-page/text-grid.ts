// Columns by the room that the text has, in rem: with letters twice as large there is only one, whatever the window's width.

/** The quick navigation beside the sections; stands in a container. */
export const bodyGrid =
  'grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 @[56rem]:grid-cols-[13rem_minmax(0,1fr)] print:block'

/** A heading beside its text; stands in a container. */
export const sectionGrid =
  'grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-t border-rule py-8 @[54rem]:grid-cols-[15rem_minmax(0,1fr)] @[54rem]:py-10'
