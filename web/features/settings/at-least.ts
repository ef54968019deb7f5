/** The answer, but not before this time: a press that seems to do nothing is pressed again. A failure is told at once. */
export async function atLeast<T>(ms: number, answer: Promise<T>): Promise<T> {
  const [value] = await Promise.all([answer, new Promise((resolve) => setTimeout(resolve, ms))])
  return value
}
