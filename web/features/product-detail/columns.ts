/** One column, then the pictures beside the words, then the store beside both; the skeleton stands in the same. */
export const columns =
  'grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_20rem]'
