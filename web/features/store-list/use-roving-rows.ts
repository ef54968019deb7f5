import { type KeyboardEvent, type RefObject, useEffect } from 'react'

const STOPS = 'button[data-column]'

/** The button that an arrow key leads to, in rows of up to two buttons. */
export type Step = { row: number; column: number }

const STEPS: Readonly<Record<string, Step>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
}

/**
 * Makes many rows of buttons (`data-row`, `data-column`) one tab stop. Arrows move between them, Home and End to the first and the last
 * row. The elements themselves store the current stop, so that adding or removing a row does not re-render the others.
 */
export function useRovingRows(rows: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const stops = stopsOf(rows.current)
    if (!stops.some((stop) => stop.tabIndex === 0)) stops[0]?.setAttribute('tabindex', '0')
  })
  const moveTo = (stop: HTMLElement | undefined) => {
    if (!stop) return
    for (const each of stopsOf(rows.current)) each.setAttribute('tabindex', each === stop ? '0' : '-1')
    stop.focus()
  }
  return {
    onKeyDown(event: KeyboardEvent) {
      const stops = stopsOf(rows.current)
      const next = nextStop(stops, event.target, event.key)
      if (next === null) return
      event.preventDefault()
      moveTo(next)
    },
    onFocus(event: { target: EventTarget }) {
      const stop = stopsOf(rows.current).find((each) => each === event.target)
      if (stop && stop.tabIndex !== 0) moveTo(stop)
    },
  }
}

const stopsOf = (rows: HTMLElement | null): HTMLElement[] => [
  ...(rows?.querySelectorAll<HTMLElement>(STOPS) ?? []),
]

const placeOf = (stop: HTMLElement): Step => ({
  row: Number(stop.dataset['row']),
  column: Number(stop.dataset['column']),
})

function nextStop(stops: HTMLElement[], from: EventTarget, key: string): HTMLElement | null {
  const current = stops.find((stop) => stop === from)
  if (!current) return null
  if (key === 'Home') return stops[0] ?? null
  if (key === 'End') return stops.findLast((stop) => placeOf(stop).column === 0) ?? null
  const step = STEPS[key]
  if (!step) return null
  const place = placeOf(current)
  const wanted = { row: place.row + step.row, column: place.column + step.column }
  const inRow = stops.filter((stop) => placeOf(stop).row === wanted.row)
  return (
    inRow.find((stop) => placeOf(stop).column === wanted.column) ??
    (step.row === 0 ? null : (inRow[0] ?? null))
  )
}
