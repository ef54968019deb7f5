import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { ROOM_FOR_TABLE } from './use-columns.ts'
import { listTicks, tickRow } from './tick-cells.tsx'

const LONG_PRESS_MS = 450
/** A finger never rests quite still. */
const MOVED_PX = 10

const isPhone = () => !matchMedia(ROOM_FOR_TABLE).matches
const rowOf = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? target.closest('tr') : null

/** On phones a long press ticks the first row; from then on a press ticks instead of opening. */
export function useTickGestures() {
  const press = useRef<{ timer: number; x: number; y: number; hasTicked: boolean } | null>(null)
  const cancel = () => {
    if (press.current) clearTimeout(press.current.timer)
  }
  return {
    onPointerDown(event: PointerEvent) {
      cancel()
      const row = rowOf(event)
      press.current = null
      if (event.pointerType === 'mouse' || !row || !isPhone() || listTicks.current().isOpen) return
      const { clientX: x, clientY: y } = event
      const timer = window.setTimeout(() => {
        if (press.current) press.current.hasTicked = true
        tickRow(row, false)
      }, LONG_PRESS_MS)
      press.current = { timer, x, y, hasTicked: false }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const at = press.current
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > MOVED_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu(event: MouseEvent) {
      if (press.current?.hasTicked) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      const isBox = event.target instanceof Element && event.target.closest('label')
      const row = rowOf(event)
      if (!row || isBox || !isPhone() || !listTicks.current().isOpen) return
      event.preventDefault()
      event.stopPropagation()
      // The click that ends the long press has ticked already.
      if (press.current?.hasTicked) press.current = null
      else tickRow(row, false)
    },
  }
}
