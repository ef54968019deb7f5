/** The address holds the search words, so that Back from an article restores the search. */
const PARAMETER = 'q'
export const MOST_LETTERS = 200

export const wordsOfAddress = (search: URLSearchParams): string =>
  (search.get(PARAMETER) ?? '').trim().slice(0, MOST_LETTERS)

export function withWords(search: URLSearchParams, words: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (words === '') next.delete(PARAMETER)
  else next.set(PARAMETER, words)
  return next
}
