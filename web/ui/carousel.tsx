import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useCarousel } from '#web/ui/use-carousel.ts'

export type Slide = { key: string; title: string; content: ReactNode }
type Props = { label: string; slides: readonly Slide[] }

/**
 * Slides side by side, moved by swiping, scrolling, arrow keys, dots and buttons. They never move on their own, and all of them are
 * readable without a script and by screen readers. The edge of the next slide is visible as a hint.
 */
export function Carousel({ label, slides }: Props) {
  const { t } = useTranslation('components')
  const { track, selected, show } = useCarousel(slides.length)
  return (
    <div role="group" aria-label={label} className="grid min-w-0 gap-4">
      <div
        ref={track}
        role="group"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        className="snap-x snap-mandatory [scrollbar-width:none] overflow-x-auto scroll-smooth rounded-lg"
      >
        <ul className="flex gap-4">
          {slides.map(({ key, content }) => (
            <li key={key} className="grid w-[88%] shrink-0 snap-start md:w-[78%]">
              {content}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex items-center gap-2" data-print="no">
        <Step
          label={t('carousel.previous')}
          isEnd={selected === 0}
          onClick={() => show(selected - 1)}
          icon={<ChevronLeft className="size-5" aria-hidden />}
        />
        <Step
          label={t('carousel.next')}
          isEnd={selected === slides.length - 1}
          onClick={() => show(selected + 1)}
          icon={<ChevronRight className="size-5" aria-hidden />}
        />
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

type StepProps = { label: string; isEnd: boolean; onClick: () => void; icon: ReactNode }

/** At the end the button keeps the focus and does nothing. Phones hide it: users swipe there, and the dots need the room. */
function Step({ label, isEnd, onClick, icon }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={onClick}
      className={buttonClass('secondary', 'icon', 'pointer-coarse:max-sm:hidden')}
    >
      {icon}
    </button>
  )
}
