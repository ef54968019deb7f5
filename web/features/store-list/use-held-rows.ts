import { useState } from 'react'
import { holdRows, type Held, type StorePage } from './hold-rows.ts'
import { reuseRows } from './reuse-rows.ts'

/** Near enough to the top to see new rows come in there. */
const TOP_PX = 240

/**
 * What is to be shown of the latest answer. `mayMove` says that the newest rows are on top; they come in by themselves while the reader
 * is up there too, otherwise when they are let in.
 */
export function useHeldRows(listKey: string, answer: StorePage | undefined, mayMove: boolean) {
  const [held, setHeld] = useState<Held | null>(null)
  const [seen, setSeen] = useState<StorePage | undefined>(undefined)
  if (answer && (answer !== seen || held?.listKey !== listKey)) {
    setSeen(answer)
    const content = reuseRows(held?.shown.content ?? [], answer.content)
    // Where the reader is, is asked only where it counts: the browser lays the page out for that.
    const isFree = () => mayMove && held?.waiting === 0 && window.scrollY < TOP_PX
    setHeld(holdRows(held, listKey, { ...answer, content }, held?.listKey === listKey && isFree()))
  }
  return {
    /** Of this list; of the one before while the answer is on its way; null before the first. */
    held,
    letIn() {
      if (answer) setHeld({ listKey, shown: answer, waiting: 0 })
    },
  }
}
