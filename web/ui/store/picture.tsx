import { type ReactNode, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Link } from 'react-router'

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

type StoreLogoProps = { url: string | null; name: string; className?: string }

/**
 * A store's logo; its first letter when it has no logo or the logo fails to load. Decorative,
 * beside the name.
 */
export function StoreLogo({ url, name, className }: StoreLogoProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '·'
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-10 shrink-0 place-items-center overflow-clip rounded-md border border-line bg-sunken font-semibold text-muted select-none',
        className,
      )}
    >
      {url && url !== brokenUrl ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBrokenUrl(url)}
          className="size-full bg-surface object-contain p-0.5"
        />
      ) : (
        letter
      )}
    </span>
  )
}

type StoreLineProps = {
  store: { name: string; domain: string; logoUrl: string | null }
  to: string
  /** The link covers the nearest positioned box around it. */
  isWholeRow?: boolean
  mark?: ReactNode
  logoClass?: string
}

export const StoreLine = ({ store, to, isWholeRow = false, mark, logoClass }: StoreLineProps) => (
  <div className="flex min-w-0 flex-1 items-center gap-3">
    <StoreLogo url={store.logoUrl} name={store.name} {...(logoClass && { className: logoClass })} />
    <div className="min-w-0 flex-1">
      <p className="flex items-center gap-2">
        <Link
          to={to}
          className={cn(
            'truncate font-semibold',
            isWholeRow ? 'after:absolute after:inset-0' : 'hover:underline',
          )}
        >
          {store.name}
        </Link>
        {mark}
      </p>
      <p className="truncate text-sm text-muted">{store.domain}</p>
    </div>
  </div>
)
