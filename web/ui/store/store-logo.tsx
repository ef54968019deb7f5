import { useState } from 'react'
import { cn } from '#web/lib/cn.ts'

type Props = { url: string | null; name: string; className?: string }

/**
 * A store's logo; its first letter when it has no logo or the logo fails to load. Decorative,
 * beside the name.
 */
export function StoreLogo({ url, name, className }: Props) {
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
