import { useState } from 'react'
import type { SavedItem } from './saved-item.ts'

/** Entries selected for a bulk change; entries outside the current page are not part of the selection. */
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
