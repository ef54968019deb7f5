import { useState } from 'react'
import { holdRows, type Held, type StorePage } from './hold-rows.ts'
import { reuseRows } from './reuse-rows.ts'

/** Close enough to the top to see new rows arrive there. */
const TOP_PX = 240

/**
 * The rows to show for the latest answer. `mayMove` means that the newest rows are on top. They appear by themselves while the reader is at
 * the top, otherwise when the reader shows them.
 */
export function useHeldRows(listKey: string, answer: StorePage | undefined, mayMove: boolean) {
  const [held, setHeld] = useState<Held | null>(null)
  const [seen, setSeen] = useState<StorePage | undefined>(undefined)
  if (answer && (answer !== seen || held?.listKey !== listKey)) {
    setSeen(answer)
    const content = reuseRows(held?.shown.content ?? [], answer.content)
    // Read the scroll position only when it matters, because reading it forces a layout.
    const isFree = () => mayMove && held?.waiting === 0 && window.scrollY < TOP_PX
    setHeld(holdRows(held, listKey, { ...answer, content }, held?.listKey === listKey && isFree()))
  }
  return {
    /** The rows of this list; those of the previous list while the answer is loading; null before the first answer. */
    held,
    letIn() {
      if (answer) setHeld({ listKey, shown: answer, waiting: 0 })
    },
  }
}
