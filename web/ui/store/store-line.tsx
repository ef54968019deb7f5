import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { StoreLogo } from './store-logo.tsx'

type Props = {
  store: { name: string; domain: string; logoUrl: string | null }
  to: string
  /** The link covers the nearest positioned box around it. */
  isWholeRow?: boolean
  /** Beside the name. */
  mark?: ReactNode
  logoClass?: string
}

/** Logo, name and domain of a store. */
export const StoreLine = ({ store, to, isWholeRow = false, mark, logoClass }: Props) => (
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
