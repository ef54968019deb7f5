import { useCallback, useMemo, useState } from 'react'

/** Local storage: the columns that this reader does not want to see. */
const HIDDEN_KEY = 'list-columns'
const HIDDEN_AT_FIRST = 'launched'

/** Storage may be blocked; then the choice lasts as long as the page. */
function readHidden(): string {
  try {
    return localStorage.getItem(HIDDEN_KEY) ?? HIDDEN_AT_FIRST
  } catch {
    return HIDDEN_AT_FIRST
  }
}

function writeHidden(text: string): void {
  try {
    localStorage.setItem(HIDDEN_KEY, text)
  } catch {
    // Not remembered.
  }
}

/** Remembered for the next visit. */
export function useHiddenColumns() {
  const [text, setText] = useState(readHidden)
  const hidden = useMemo(() => new Set(text.split(',')), [text])
  const toggle = useCallback(
    (name: string) => {
      const next = new Set(hidden)
      if (!next.delete(name)) next.add(name)
      const written = [...next].join(',')
      setText(written)
      writeHidden(written)
    },
    [hidden],
  )
  return useMemo(
    () => ({ all: hidden, has: (name: string) => hidden.has(name), toggle }),
    [hidden, toggle],
  )
}

export type HiddenColumns = ReturnType<typeof useHiddenColumns>
