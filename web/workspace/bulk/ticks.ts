import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_TICKED } from '#contracts/workspace/bulk.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { createStore } from '#web/lib/create-store.ts'

/**
 * `isAll`: every match of the list but `ids`, also beyond the page; otherwise `ids` are those ticked.
 * `isOpen`: a phone shows its boxes. `isCut`: there was no room for all that was just ticked.
 */
type Ticked<Id> = { isAll: boolean; ids: ReadonlySet<Id>; isOpen: boolean; isCut: boolean }

const NONE: Ticked<never> = { isAll: false, ids: new Set(), isOpen: false, isCut: false }

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
    let isCut = false
    for (const id of changed) {
      if (isOn === isAll) next.delete(id)
      else if (next.size < MAX_TICKED || next.has(id)) next.add(id)
      else isCut = true
    }
    store.set(isAll || next.size > 0 ? { isAll, ids: next, isOpen: true, isCut } : NONE)
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
    tickAll: () => store.set({ ...NONE, isAll: true, isOpen: true }),
    open: () => store.set({ ...store.current(), isOpen: true, isCut: false }),
    clear,
    /** Names the list that is shown; another list drops the ticks. @returns whether there were any */
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

// No server's HTML contains a list with ticks, so both snapshots are one.
const useTicks = <Id extends number, Value>(ticks: Ticks<Id>, read: () => Value): Value =>
  useSyncExternalStore(ticks.subscribe, read, read)

export const useIsTicked = <Id extends number>(ticks: Ticks<Id>, id: Id): boolean =>
  useTicks(ticks, () => ticks.has(id))

export const useTicked = <Id extends number>(ticks: Ticks<Id>): Ticked<Id> =>
  useTicks(ticks, ticks.current)

export const useIsTicking = <Id extends number>(ticks: Ticks<Id>): boolean =>
  useTicks(ticks, () => ticks.current().isOpen)

/**
 * Ticks belong to one query: another page or order keeps them, other filters drop them. A message
 * says so, and says when a tick is refused because no call could take as many.
 */
export function useTickNotices<Id extends number>(ticks: Ticks<Id>, key: string): void {
  const { t } = useTranslation('bulk')
  const formats = useFormats()
  const ticked = useTicked(ticks)
  useEffect(() => {
    if (!ticked.isCut) return
    notify({
      kind: 'info',
      subject: 'ticks',
      title: t('full', { most: formats.number(MAX_TICKED) }),
    })
  }, [ticked, formats, t])
  useEffect(() => {
    if (ticks.show(key)) notify({ kind: 'info', subject: 'ticks', title: t('dropped') })
  }, [ticks, key, t])
}

/** As calls name what is ticked: the rows, or those left out of all. */
export const targetsOf = <Id>({ isAll, ids }: Ticked<Id>) =>
  isAll ? { except: [...ids] } : { storeIds: [...ids] }

/** `total` of the list; null while unknown. */
export const countOf = ({ isAll, ids }: Ticked<number>, total: number | null): number =>
  isAll ? Math.max(0, (total ?? 0) - ids.size) : ids.size
