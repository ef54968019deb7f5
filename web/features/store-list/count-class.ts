/**
 * A count in the panel: dim while it is of the choice before. By the panel's own mark and not by a property of each row, so that no row is
 * drawn again for it.
 */
export const countClass =
  'shrink-0 text-xs group-data-old/panel:opacity-50 group-data-old/panel:transition-opacity group-data-old/panel:duration-150'
