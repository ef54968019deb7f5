type View = {
  /** Distance from the top of the window at which a section counts as current. */
  line: number
  height: number
  isAtEnd: boolean
  /** Index of the section in the address; -1 = none. */
  asked: number
}

/**
 * The current section, based on the distance of each section from the top of the window. At the end of the page the section in the address
 * counts while it is visible, because the last sections are too short to reach the line.
 */
export function pickCurrent(tops: readonly number[], { line, height, isAtEnd, asked }: View): number {
  const top = tops[asked]
  if (isAtEnd && top !== undefined && top >= 0 && top < height) return asked
  return tops.findLastIndex((each) => each <= line)
}
