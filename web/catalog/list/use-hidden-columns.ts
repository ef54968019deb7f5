import { useCallback, useMemo, useState } from 'react'

/** Local storage: the columns that this reader does not want to see. */
const HIDDEN_KEY = 'list-columns'
const HIDDEN_AT_FIRST = 'launched'

/** Remembered for the next visit. */
export function useHiddenColumns() {
  const [text, setText] = useState(() => localStorage.getItem(HIDDEN_KEY) ?? HIDDEN_AT_FIRST)
  const hidden = useMemo(() => new Set(text.split(',')), [text])
  const toggle = useCallback(
    (name: string) => {
      const next = new Set(hidden)
      if (!next.delete(name)) next.add(name)
      const written = [...next].join(',')
      localStorage.setItem(HIDDEN_KEY, written)
      setText(written)
    },
    [hidden],
  )
  return useMemo(
    () => ({ all: hidden, has: (name: string) => hidden.has(name), toggle }),
    [hidden, toggle],
  )
}

export type HiddenColumns = ReturnType<typeof useHiddenColumns>
