import { useCallback, useMemo, useState } from 'react'
import type { DisplayedView, ListColumn } from '#contracts/workspace/list-views.ts'
import { ROOM_FOR_TABLE, useMedia } from '#web/lib/browser/media.ts'
import { columnsOf, fitColumns, phoneColumns } from './store-columns.tsx'

/** As measured last, so that a list that opens again renders once. */
let lastRoomRem = Infinity

/** The columns that have room in the box. They stay the same while these do. */
export function useColumns(view: DisplayedView, chosen: readonly ListColumn[]) {
  const [roomRem, setRoomRem] = useState(lastRoomRem)
  const isTable = useMedia(ROOM_FOR_TABLE)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => {
      lastRoomRem = Math.floor(element.clientWidth / remPx())
      setRoomRem(lastRoomRem)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  const text = JSON.stringify(
    isTable
      ? fitColumns(chosen, roomRem)
      : {
          names: phoneColumns(view, chosen.includes('score')),
          wide: [],
        },
  )
  return useMemo(() => {
    const fitting: ReturnType<typeof fitColumns> = JSON.parse(text)
    return { box, fitting: fitting.names, columns: columnsOf(fitting) }
  }, [box, text])
}

const remPx = () => parseFloat(getComputedStyle(document.documentElement).fontSize)
