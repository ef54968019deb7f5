const MOST_BUTTONS = 5

/** Up to five pages (0-based) around the current one. */
export function pageWindow(page: number, totalPages: number): number[] {
  const count = Math.min(MOST_BUTTONS, totalPages)
  const first = Math.min(Math.max(0, page - Math.floor(MOST_BUTTONS / 2)), totalPages - count)
  return Array.from({ length: count }, (_, at) => first + at)
}
