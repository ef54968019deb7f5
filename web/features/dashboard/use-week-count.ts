import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { MOST_WEEKS } from './heat-days.ts'

/** Width of one week; wider for touch. */
const WEEK_PX = { fine: 19, coarse: 30 }
const WEEKDAY_NAMES_PX = 36
const FEWEST_WEEKS = 6

/** How many weeks fit into the element beside the weekday names. */
export function weeksThatFit(width: number, isCoarse: boolean): number {
  const room = Math.floor((width - WEEKDAY_NAMES_PX) / (isCoarse ? WEEK_PX.coarse : WEEK_PX.fine))
  return Math.max(FEWEST_WEEKS, Math.min(MOST_WEEKS, room))
}

export function useWeekCount(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(MOST_WEEKS)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setCount(weeksThatFit(element.clientWidth, matchMedia('(pointer: coarse)').matches))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, count]
}
