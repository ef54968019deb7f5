/**
 * One line, cut off where its room ends; in a flexible box with `min-w-0`. In the rows instead of `truncate`, which makes of every text a
 * box that could be scrolled: hundreds of layers to be painted.
 */
export const cut = 'overflow-clip text-ellipsis whitespace-nowrap'

/** The same for each child. */
export const cutLines = '*:block *:overflow-clip *:text-ellipsis *:whitespace-nowrap'
