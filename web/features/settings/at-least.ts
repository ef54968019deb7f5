/** Resolves after at least this time, because users repeat a press without a visible effect. Rejects at once. */
export async function atLeast<T>(ms: number, answer: Promise<T>): Promise<T> {
  const [value] = await Promise.all([answer, new Promise((resolve) => setTimeout(resolve, ms))])
  return value
}
