import { useState } from 'react'
import { cn } from '#web/lib/cn.ts'

type Props = {
  src: string | null
  alt: string
  isEager?: boolean
  className?: string
}

/**
 * An external picture in a fixed box, which keeps its shape while the picture loads and when it
 * fails to load.
 */
export function Picture({ src, alt, isEager = false, className }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  return (
    <span className={cn('grid place-items-center overflow-hidden bg-sunken', className)}>
      {src && src !== brokenSrc ? (
        <img
          src={src}
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

/** A faint outline of the logo: looks like a placeholder rather than an error. */
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
