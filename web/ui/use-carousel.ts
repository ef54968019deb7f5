import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Rounding may stop a track this many pixels before its end. */
const END_PX = 2

/** The selected slide of a natively scrolling track. The browser scrolls; this hook reads the scroll position and requests new ones. */
export function useCarousel(count: number) {
  const track = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState(0)
  // While the track scrolls to a slide, the slides in between are not selected.
  const target = useRef<number | null>(null)

  const show = (at: number) => {
    const element = track.current
    const next = Math.min(Math.max(at, 0), count - 1)
    if (!element || next === selected) return
    target.current = next
    setSelected(next)
    // The style sheet sets the scroll behaviour, because it respects reduced motion.
    element.scrollTo({ left: slideStarts(element)[next] ?? 0 })
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const at = slideOfKey(event.key, selected, count)
    if (at === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(at)
  })

  useEffect(() => {
    const element = track.current
    if (!element) return
    const off = new AbortController()
    const options = { passive: true, signal: off.signal }
    const read = () => {
      const at = nearestSlide(element)
      if (target.current !== null && target.current !== at) return
      target.current = null
      setSelected(at)
    }
    const letGo = () => {
      target.current = null
    }
    element.addEventListener('scroll', read, options)
    element.addEventListener('pointerdown', letGo, options)
    element.addEventListener('wheel', letGo, options)
    element.addEventListener(
      'scrollend',
      () => {
        letGo()
        read()
      },
      options,
    )
    element.addEventListener('keydown', (event) => onKeyDown(event), { signal: off.signal })
    return () => off.abort()
  }, [])

  return { track, selected, show }
}

/** The slide that a key on the track leads to; null for other keys. */
export function slideOfKey(key: string, selected: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(selected - 1, 0)
    case 'ArrowRight':
      return Math.min(selected + 1, count - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** The slide that begins closest to the scroll position; at the end the last slide, which may never reach the front. */
export function slideAt(scrollLeft: number, maxScroll: number, starts: readonly number[]): number {
  if (maxScroll > 0 && scrollLeft >= maxScroll - END_PX) return starts.length - 1
  const distances = starts.map((start) => Math.abs(start - scrollLeft))
  return distances.indexOf(Math.min(...distances))
}

const nearestSlide = (track: HTMLElement) =>
  slideAt(track.scrollLeft, track.scrollWidth - track.clientWidth, slideStarts(track))

function slideStarts(track: HTMLElement): number[] {
  const slides = [...(track.firstElementChild?.children ?? [])]
  const lefts = slides.map((slide) => slide.getBoundingClientRect().left)
  return lefts.map((left) => left - (lefts[0] ?? 0))
}
