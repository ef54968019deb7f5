import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE_MS = 250

/** Sent after a pause in typing, or at once by `search`. `isFirst`: there was no search before. */
export function useSearchText(
  value: string,
  onSearch: (text: string, isFirst: boolean) => void,
  pauseMs = PAUSE_MS,
) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  // The address changed in another way, such as Back; it wins over the text in the field.
  if (seen !== value) {
    setSeen(value)
    if (value !== sent) {
      setText(value)
      setSent(value)
    }
  }
  const search = (words: string) => {
    const wanted = words.trim()
    setSent(wanted)
    if (wanted !== value) onSearch(wanted, value === '')
  }
  const apply = useEffectEvent(() => search(text))
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(apply, pauseMs)
    return () => clearTimeout(timer)
  }, [text, value, pauseMs])
  return { text, setText, search }
}

/** Normalises text for searches: no accents, lower case, Turkish dotless i as a dotted one. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')

export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * How well the words of a label fit the typed ones: 0 = equal, 1 = begin with them, 2 = have all,
 * 3 = the other words are needed; null = no match. A typed word may be the beginning of a word.
 */
export function rankOf(
  own: readonly string[],
  others: readonly string[],
  wanted: readonly string[],
): number | null {
  const [ownText, text] = [own.join(' '), wanted.join(' ')]
  if (ownText === text) return 0
  if (ownText.startsWith(text)) return 1
  if (allBegin(own, wanted)) return 2
  return others.length > 0 && allBegin([...own, ...others], wanted) ? 3 : null
}

const allBegin = (words: readonly string[], wanted: readonly string[]) =>
  wanted.every((part) => words.some((word) => word.startsWith(part)))
