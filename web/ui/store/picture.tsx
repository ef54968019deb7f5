import { type ComponentProps, type ReactNode, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Link } from 'react-router'

type OutsidePictureProps = Omit<ComponentProps<'img'>, 'src'> & {
  src: string | null
  fallback: ReactNode
}

/** A picture from another host; the fallback if it is missing or does not load. */
export function OutsidePicture({ src, alt = '', fallback, ...rest }: OutsidePictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  if (!src || src === brokenSrc) return fallback
  return (
    <img
      {...rest}
      src={src}
      alt={alt}
      referrerPolicy="no-referrer"
      onError={() => setBrokenSrc(src)}
    />
  )
}

type Props = {
  src: string | null
  alt: string
  isEager?: boolean
  className?: string
}

/** In a fixed box, which keeps its shape while the picture loads and when it fails to load. */
export const Picture = ({ src, alt, isEager = false, className }: Props) => (
  <span className={cn('grid place-items-center overflow-hidden bg-sunken', className)}>
    <OutsidePicture
      src={src}
      alt={alt}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      className="size-full object-cover"
      fallback={
        <span role="img" aria-label={alt || undefined} aria-hidden={alt ? undefined : true}>
          <NoPicture />
        </span>
      }
    />
  </span>
)

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
export const StoreLogo = ({ url, name, className }: StoreLogoProps) => (
  <span
    aria-hidden
    className={cn(
      'grid size-10 shrink-0 place-items-center overflow-clip rounded-md border border-line bg-sunken font-semibold text-muted select-none',
      className,
    )}
  >
    <OutsidePicture
      src={url}
      loading="lazy"
      decoding="async"
      className="size-full bg-surface object-contain p-0.5"
      fallback={/[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '·'}
    />
  </span>
)

type StoreLineProps = {
  store: { name: string; domain: string; logoUrl: string | null }
  to: string
  logoClass?: string
}

export const StoreLine = ({ store, to, logoClass }: StoreLineProps) => (
  <div className="flex min-w-0 flex-1 items-center gap-3">
    <StoreLogo url={store.logoUrl} name={store.name} {...(logoClass && { className: logoClass })} />
    <div className="min-w-0 flex-1">
      <p className="flex items-center gap-2">
        <Link to={to} className="truncate font-semibold hover:underline">
          {store.name}
        </Link>
      </p>
      <p className="truncate text-sm text-muted">{store.domain}</p>
    </div>
  </div>
)
