import { useState } from 'react'
import { cn } from '#web/lib/cn.ts'

type Props = {
  src: string | null
  alt: string
  /** Width in CSS pixels at which it is shown; the platform's picture server sends no more than twice that. */
  width: number
  isEager?: boolean
  className?: string
}

const PICTURE_SERVER = 'cdn.shopify.com'

/** Asks the platform's picture server for the size that is needed; other addresses stay as they are. */
export function sizedUrl(src: string, width: number): string {
  const url = URL.parse(src)
  if (url?.hostname !== PICTURE_SERVER) return src
  url.searchParams.set('width', String(width * 2))
  return url.href
}

/** Somebody else's picture in a box of ours: the box keeps its shape while it loads and when it does not. */
export function Picture({ src, alt, width, isEager = false, className }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  return (
    <span className={cn('grid place-items-center overflow-hidden bg-sunken', className)}>
      {src && src !== brokenSrc ? (
        <img
          src={sizedUrl(src, width)}
          alt={alt}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBrokenSrc(src)}
          className="size-full object-cover"
        />
      ) : (
        <span role="img" aria-label={alt || undefined} aria-hidden={alt ? undefined : true}>
          <NoPicture />
        </span>
      )}
    </span>
  )
}

/** The mark as a faint outline: a place that is kept, not something that is broken. */
const NoPicture = () => (
  <svg
    viewBox="0 0 32 32"
    className="size-9 fill-none stroke-control opacity-60"
    strokeWidth="1.25"
    aria-hidden
  >
    <path d="M6 17a10 10 0 0 1 20 0zM4 20.5h24M8 24h16M12.5 27.5h7" />
  </svg>
)
