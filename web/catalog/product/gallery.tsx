import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductImage } from '#contracts/catalog/products.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Picture } from '#web/ui/store/picture.tsx'

type Props = { images: readonly ProductImage[]; title: string }

/**
 * One large picture and four thumbnails. One tab stop; arrow keys change the picture. The box keeps
 * its shape.
 */
export function Gallery({ images, title }: Props) {
  const { t } = useTranslation('product-detail')
  const [shown, setShown] = useState(0)
  const strip = useRef<HTMLDivElement>(null)
  const count = images.length
  const nameOf = (at: number) =>
    count > 1 ? t('gallery.picture', { title, number: at + 1, count }) : title

  const onKeyDown = (event: KeyboardEvent) => {
    const next = pictureAfterKey(shown, count, event.key)
    if (next === null) return
    event.preventDefault()
    setShown(next)
    // The strip of thumbnails may have shifted, so focus the picture's own thumbnail after the next
    // render.
    requestAnimationFrame(() =>
      strip.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus(),
    )
  }

  if (count === 0) return <NoPictures />
  return (
    <div className="@max-[56rem]:max-w-md @min-[56rem]:sticky @min-[56rem]:top-[calc(var(--spacing-below)+1.5rem)]">
      <div className="relative">
        <Picture
          src={images[shown]?.src ?? null}
          alt={nameOf(shown)}
          isEager
          className="aspect-square w-full rounded-lg border border-line"
        />
        {count > 1 && <Steps shown={shown} count={count} show={setShown} />}
      </div>
      {count > 1 && (
        <div
          ref={strip}
          role="radiogroup"
          aria-label={t('gallery.label')}
          className="mt-3 grid grid-cols-4 gap-3"
        >
          {thumbnailsAround(shown, count).map((at) => (
            <button
              key={at}
              type="button"
              role="radio"
              aria-checked={at === shown}
              aria-label={nameOf(at)}
              tabIndex={at === shown ? 0 : -1}
              onClick={() => setShown(at)}
              onKeyDown={onKeyDown}
              className={cn(
                'overflow-hidden rounded-md border-2',
                at === shown ? 'border-ink' : 'border-line hover:border-control',
              )}
            >
              <Picture src={images[at]?.src ?? null} alt="" className="aspect-square w-full" />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

type StepsProps = { shown: number; count: number; show: (at: number) => void }

/** For pointers only; keyboard users have the equivalent thumbnails. */
function Steps({ shown, count, show }: StepsProps) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const button = (step: -1 | 1) => {
    const Icon = step === -1 ? ChevronLeft : ChevronRight
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-label={t(step === -1 ? 'gallery.previous' : 'gallery.next')}
        onClick={() => show((shown + step + count) % count)}
        className="grid size-11 shrink-0 place-items-center rounded-full border border-line bg-surface text-ink shadow-low hover:bg-raised"
      >
        <Icon className="size-5" aria-hidden />
      </button>
    )
  }
  return (
    <div className="absolute inset-x-3 bottom-3 flex items-center justify-between gap-2">
      {button(-1)}
      <span
        className="rounded-sm border border-line bg-surface px-2 py-0.5 text-xs whitespace-nowrap"
        aria-hidden
      >
        {formats.number(shown + 1)} / {formats.number(count)}
      </span>
      {button(1)}
    </div>
  )
}

/** A small placeholder with a text instead of a large empty box. */
function NoPictures() {
  const { t } = useTranslation('product-detail')
  return (
    <div className="grid aspect-5/2 content-center justify-items-center gap-2 rounded-lg border border-line bg-sunken p-4 @min-[56rem]:sticky @min-[56rem]:top-[calc(var(--spacing-below)+1.5rem)] @min-[56rem]:aspect-square">
      <Picture src={null} alt="" />
      <p className="text-center text-sm text-muted">{t('gallery.none')}</p>
    </div>
  )
}

const THUMBNAILS = 4

export function thumbnailsAround(shown: number, count: number): number[] {
  const size = Math.min(THUMBNAILS, count)
  const first = Math.max(0, Math.min(shown - 1, count - size))
  return Array.from({ length: size }, (_, at) => first + at)
}

/** The picture that a key leads to, wrapping around at the ends. Null for other keys. */
export function pictureAfterKey(shown: number, count: number, key: string): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (shown + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (shown - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
