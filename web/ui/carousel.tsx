import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { StepButton } from './button.tsx'
import { scrollArea } from './scroll-area.ts'

export type Slide = { key: string; title: string; content: ReactNode }
type Props = { label: string; slides: readonly Slide[] }

/**
 * A row in which all slides fit on wide screens. On others it is moved by swiping, scrolling, arrow
 * keys, dots and buttons, never on its own; the edge of the next slide is visible as a hint.
 */
export function Carousel({ label, slides }: Props) {
  const { t } = useTranslation('components')
  const { track, selected, show } = useCarousel(slides.length)
  return (
    <div role="group" aria-label={label} className="@container grid min-w-0 gap-4">
      <div
        ref={track}
        role="group"
        {...scrollArea(label)}
        className="snap-x snap-mandatory [scrollbar-width:none] overflow-x-auto scroll-smooth border-y border-line"
      >
        <ul className="flex @[74rem]:divide-x @[74rem]:divide-line">
          {slides.map(({ key, content }) => (
            <li
              key={key}
              className="grid w-[82%] shrink-0 snap-start @[46rem]:w-[38%] @[74rem]:w-auto @[74rem]:flex-1 @[74rem]:shrink"
            >
              {content}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex items-center gap-2 @[74rem]:hidden" data-print="no">
        {([-1, 1] as const).map((step) => (
          <StepButton
            key={step}
            step={step}
            label={t(step === -1 ? 'carousel.previous' : 'carousel.next')}
            isEnd={selected === (step === -1 ? 0 : slides.length - 1)}
            onStep={() => show(selected + step)}
            variant="secondary"
            // Users swipe on phones, and the dots need the room.
            className="pointer-coarse:max-sm:hidden"
          />
        ))}
        <div role="group" aria-label={t('carousel.slides')} className="flex items-center sm:ms-2">
          {slides.map(({ key, title }, at) => (
            <button
              key={key}
              type="button"
              aria-label={t('carousel.show', { at: at + 1, count: slides.length, title })}
              aria-current={at === selected || undefined}
              onClick={() => show(at)}
              className="group grid size-7 place-items-center rounded-sm pointer-coarse:size-11"
            >
              <span
                className={cn(
                  'block h-2 rounded-full transition-[width,background-color] duration-150',
                  at === selected ? 'w-5 bg-ink' : 'w-2 bg-control group-hover:bg-ink',
                )}
              />
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Rounding may stop a track this many pixels before its end. */
const END_PX = 2

/** The browser scrolls; this reads the scroll position and requests new ones. */
function useCarousel(count: number) {
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

/** At the end the last slide, which may never reach the front. */
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
