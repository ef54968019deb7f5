import { useState } from 'react'
import type { SavedItem } from './saved-item.ts'

/** Entries that were picked to change them together; what is not on the page is not picked either. */
export function useSelection<Item extends SavedItem>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const select = (picked: readonly SavedItem[], isSelected: boolean) =>
    setIds((before) => {
      const next = new Set(before)
      for (const { id } of picked) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  return {
    items: items.filter(({ id }) => ids.has(id)),
    has: ({ id }: SavedItem) => ids.has(id),
    select,
    clear: () => setIds(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
