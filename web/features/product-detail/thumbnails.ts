/** How many thumbnails there are room for. */
export const THUMBNAILS = 4

/** Indexes of the thumbnails around the shown picture: at most four, the shown one among them. */
export function thumbnailsAround(shown: number, count: number): number[] {
  const size = Math.min(THUMBNAILS, count)
  const first = Math.max(0, Math.min(shown - 1, count - size))
  return Array.from({ length: size }, (_, at) => first + at)
}

/** Where a key leads from the shown picture; round the ends. Null for any other key. */
export function pictureAfterKey(shown: number, count: number, key: string): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (shown + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (shown - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
