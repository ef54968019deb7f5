/**
 * One line, cut off at the end of its box; inside a flex box with `min-w-0`. The rows use this instead of `truncate`, which makes every
 * text a scrollable box: hundreds of layers to paint.
 */
export const cut = 'overflow-clip text-ellipsis whitespace-nowrap'

/** The same for each child. */
export const cutLines = '*:block *:overflow-clip *:text-ellipsis *:whitespace-nowrap'
