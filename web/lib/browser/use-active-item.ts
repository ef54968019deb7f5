import { useState } from 'react'

type Moved = { id: string; text: string }

const PAGE = 6

/**
 * The item of a combobox that Enter selects: the first one until the user moves. A change of the text
 * resets it.
 */
export function useActiveItem<Item extends { id: string }>(items: readonly Item[], text: string) {
  const [moved, setMoved] = useState<Moved | null>(null)
  const found = moved?.text === text ? items.findIndex(({ id }) => id === moved.id) : -1
  const at = Math.max(found, 0)
  const goTo = (index: number) => {
    const item = items[index]
    if (item) setMoved({ id: item.id, text })
  }
  return {
    active: items[at] ?? null,
    point: (id: string) => setMoved({ id, text }),
    /** @returns whether the key moves between items */
    move(key: string): boolean {
      const last = items.length - 1
      const targets: Partial<Record<string, number>> = {
        ArrowDown: at === last ? 0 : at + 1,
        ArrowUp: at === 0 ? last : at - 1,
        PageDown: Math.min(at + PAGE, last),
        PageUp: Math.max(at - PAGE, 0),
      }
      const target = targets[key]
      if (target === undefined) return false
      goTo(target)
      return true
    },
  }
}
