/** Maximum number of thumbnails. */
export const THUMBNAILS = 4

/** Indexes of the thumbnails around the current picture: at most four, including the current one. */
export function thumbnailsAround(shown: number, count: number): number[] {
  const size = Math.min(THUMBNAILS, count)
  const first = Math.max(0, Math.min(shown - 1, count - size))
  return Array.from({ length: size }, (_, at) => first + at)
}

/** The picture that a key leads to, wrapping around at the ends. Null for other keys. */
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
