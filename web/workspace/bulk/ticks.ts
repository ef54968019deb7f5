import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#web/lib/toast.ts'
import { createStore } from '#web/lib/create-store.ts'

/**
 * `all`: every match of the list but `ids`, also beyond the page; otherwise `ids` are those ticked.
 * `isOpen`: a phone shows its boxes.
 */
type Ticked<Id> = { isAll: boolean; ids: ReadonlySet<Id>; isOpen: boolean }

const NONE: Ticked<never> = { isAll: false, ids: new Set(), isOpen: false }

/**
 * The ticked stores of a list, outside of React: a tick renders its own box and the bar, and no
 * other row.
 */
export function createTicks<Id extends number>() {
  const store = createStore<Ticked<Id>>(NONE)
  let listKey = ''
  /** Ticked last: a range starts here. */
  let anchor: Id | null = null
  const has = (id: Id) => {
    const { isAll, ids } = store.current()
    return isAll !== ids.has(id)
  }
  const set = (changed: readonly Id[], isOn: boolean) => {
    const { isAll, ids } = store.current()
    const next = new Set(ids)
    for (const id of changed) {
      if (isOn === isAll) next.delete(id)
      else next.add(id)
    }
    store.set(isAll || next.size > 0 ? { isAll, ids: next, isOpen: true } : NONE)
  }
  const clear = () => {
    anchor = null
    store.set(NONE)
  }
  return {
    current: store.current,
    subscribe: store.subscribe,
    has,
    set,
    /** `rows` = those of the page; with them, everything from the one ticked last on. */
    tick(id: Id, isOn: boolean, rows: readonly Id[] = []) {
      const [from, to] = [anchor === null ? -1 : rows.indexOf(anchor), rows.indexOf(id)]
      const isRange = from !== -1 && to !== -1
      set(isRange ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [id], isOn)
      anchor = id
    },
    tickAll: () => store.set({ isAll: true, ids: new Set(), isOpen: true }),
    open: () => store.set({ ...store.current(), isOpen: true }),
    clear,
    /** For the list with this key; ticks of another one are dropped. @returns whether there were any */
    show(key: string): boolean {
      if (key === listKey) return false
      listKey = key
      const { isAll, ids } = store.current()
      if (store.current() !== NONE) clear()
      return isAll || ids.size > 0
    },
  }
}

export type Ticks<Id extends number> = ReturnType<typeof createTicks<Id>>

const notTicked = () => false
export const useIsTicked = <Id extends number>(ticks: Ticks<Id>, id: Id): boolean =>
  useSyncExternalStore(ticks.subscribe, () => ticks.has(id), notTicked)

const none = () => NONE
export const useTicked = <Id extends number>(ticks: Ticks<Id>): Ticked<Id> =>
  useSyncExternalStore(ticks.subscribe, ticks.current, none)

export const useIsTicking = <Id extends number>(ticks: Ticks<Id>): boolean =>
  useSyncExternalStore(ticks.subscribe, () => ticks.current().isOpen, notTicked)

/** Ticks belong to one query: another page or order keeps them, other filters drop them, visibly. */
export function useDroppedTicks<Id extends number>(ticks: Ticks<Id>, key: string): void {
  const { t } = useTranslation('bulk')
  useEffect(() => {
    if (ticks.show(key)) notify({ kind: 'info', subject: 'ticks', title: t('dropped') })
  }, [ticks, key, t])
}

/** `total` of the list; null while unknown. */
export const countOf = ({ isAll, ids }: Ticked<number>, total: number | null): number =>
  isAll ? Math.max(0, (total ?? 0) - ids.size) : ids.size
