type View = {
  /** Distance from the top of the window at which a section counts as being read. */
  line: number
  height: number
  isAtEnd: boolean
  /** Place of the section that the address names; -1 = none. */
  asked: number
}

/**
 * Which of the sections is being read, by the distance of their tops from the top of the window. At the end of the page the one that
 * was asked for counts while it is in view: the last ones are too short to come up to the line.
 */
export function pickCurrent(tops: readonly number[], { line, height, isAtEnd, asked }: View): number {
  const top = tops[asked]
  if (isAtEnd && top !== undefined && top >= 0 && top < height) return asked
  return tops.findLastIndex((each) => each <= line)
}
