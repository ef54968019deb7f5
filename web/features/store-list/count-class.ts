/**
 * A count in the panel, dimmed while it belongs to the previous choice. A mark on the panel controls the dimming, not a prop of each row,
 * so that no row re-renders for it.
 */
export const countClass =
  'shrink-0 text-xs group-data-old/panel:opacity-50 group-data-old/panel:transition-opacity group-data-old/panel:duration-150'
