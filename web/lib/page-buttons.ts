/** The pages (0-based) that get a button: the first, the last, and three around the current one; null is a gap. */
export function pageButtons(page: number, totalPages: number): (number | null)[] {
  const around = [page - 1, page, page + 1]
  const shown = [...new Set([0, ...around, totalPages - 1])].filter((each) => each >= 0 && each < totalPages)
  return shown.flatMap((each, at) => {
    const before = shown[at - 1]
    if (before === undefined || each - before === 1) return [each]
    // A gap of one page takes as much room as its number, so show the number.
    return each - before === 2 ? [each - 1, each] : [null, each]
  })
}
