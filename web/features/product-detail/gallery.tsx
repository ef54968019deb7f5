import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductImage } from '#contracts/products.ts'
import { cn } from '#web/lib/cn.ts'
import { Picture } from '#web/ui/picture.tsx'
import { pictureAfterKey, thumbnailsAround } from './thumbnails.ts'

/** One picture large and four thumbnails; one tab stop, arrow keys change the picture. The box keeps its shape. */
export function Gallery({ images, title }: { images: readonly ProductImage[]; title: string }) {
  const { t } = useTranslation('product-detail')
  const [shown, setShown] = useState(0)
  const strip = useRef<HTMLDivElement>(null)
  const count = images.length
  const nameOf = (at: number) => (count > 1 ? t('gallery.picture', { title, number: at + 1, count }) : title)

  const onKeyDown = (event: KeyboardEvent) => {
    const next = pictureAfterKey(shown, count, event.key)
    if (next === null) return
    event.preventDefault()
    setShown(next)
    // The strip may have moved on: the picture's own thumbnail takes the focus once it is there.
    requestAnimationFrame(() => strip.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus())
  }

  return (
    <div className="lg:sticky lg:top-22">
      <Picture
        src={images[shown]?.src ?? null}
        alt={nameOf(shown)}
        isEager
        className={cn(
          'w-full rounded-lg border border-line',
          count === 0 ? 'aspect-5/2 lg:aspect-square' : 'aspect-square',
        )}
      />
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
